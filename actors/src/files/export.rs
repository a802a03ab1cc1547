//! Packs a budget into the zip that every program with this file format opens.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::DB_NAME;
use super::error::FileError;
use crate::db::metadata::{self, Metadata, keys};

/// Compression level: much faster than the usual 6, and a database compresses nearly as well.
const LEVEL: i64 = 5;

/// Writes the zip of a budget: a copy of its closed database (in rollback journal mode, with empty
/// caches) and its metadata. The next opening takes a new node id, and session tokens are removed.
///
/// # Errors
/// [`FileError::Disk`], also if the database cannot be read.
pub fn export<W: Write + Seek>(
    db_copy: &Path,
    metadata: &Metadata,
    out: W,
) -> Result<W, FileError> {
    pack(db_copy, &exported(metadata), out)
}

/// Writes the zip of a closed database and the metadata unchanged.
pub(super) fn pack<W: Write + Seek>(
    db_copy: &Path,
    metadata: &Metadata,
    out: W,
) -> Result<W, FileError> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(LEVEL));
    let mut zip = ZipWriter::new(out);
    zip.start_file(DB_NAME, options).map_err(io::Error::from)?;
    io::copy(&mut File::open(db_copy)?, &mut zip)?;
    zip.start_file(metadata::FILE_NAME, options).map_err(io::Error::from)?;
    zip.write_all(metadata.to_json().as_bytes())?;
    Ok(zip.finish().map_err(io::Error::from)?)
}

fn exported(metadata: &Metadata) -> Metadata {
    let mut exported = metadata.clone();
    exported.remove_own();
    exported.set(keys::RESET_CLOCK, true.into());
    exported
}
