//! The trained models that are compiled into the crate.

/// Reads files that are compiled into the crate.
macro_rules! shipped {
    ($($file:literal),+) => {
        |file: &str| match file {
            $($file => Ok(include_bytes!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../models/",
                $file
            ))
            .to_vec()),)+
            _ => Err(std::io::ErrorKind::NotFound.into()),
        }
    };
}
pub(crate) use shipped;
