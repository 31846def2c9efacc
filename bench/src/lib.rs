//! What the programs that are measured share: inputs, and the answers to the driver.

pub mod big_object;
pub mod docs;
pub mod input;
pub mod records;
pub mod values;
pub mod walked;
pub mod work;
