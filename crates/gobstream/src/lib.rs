//! gobstream
