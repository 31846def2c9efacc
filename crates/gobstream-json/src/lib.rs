//! gob as JSON
