//! The trained models that are compiled into the crate.

/// Reads files that are compiled into the crate.
macro_rules! shipped {
    ($($file:literal),+) => {
        |file: &str| match file {
            $($file => Ok($crate::shipped::shipped_file!($file).to_vec()),)+
            _ => Err(std::io::ErrorKind::NotFound.into()),
        }
    };
}
pub(crate) use shipped;

/// Returns the bytes of a file that is compiled into the crate.
macro_rules! shipped_file {
    ($file:literal) => {
        include_bytes!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../models/",
            $file
        ))
    };
}
pub(crate) use shipped_file;
