//! jsonstream
