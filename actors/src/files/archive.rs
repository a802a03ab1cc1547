//! Reads a zip of a budget from an untrusted source: names are only compared, never joined to a
//! path, and sizes are counted while unpacking.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use zip::{CompressionMethod, ZipArchive};

use super::DB_NAME;
use super::error::{FileError, ZipReason};
use crate::db::metadata;

/// Largest zip in bytes.
pub const MAX_ARCHIVE_BYTES: u64 = 512 * 1024 * 1024;
/// Largest unpacked entry in bytes. A budget of 200 000 transactions with their messages has about
/// 700 MB.
pub const MAX_ENTRY_BYTES: u64 = 2 * 1024 * 1024 * 1024;
/// Most bytes of all used entries together, unpacked.
pub const MAX_TOTAL_BYTES: u64 = MAX_ENTRY_BYTES + metadata::MAX_BYTES;
/// Highest compression ratio of an entry beyond [`RATIO_FROM`].
pub const MAX_RATIO: u64 = 200;
/// Entries up to this size in bytes may have any ratio: they are harmless, and a few very long
/// messages compress to almost nothing.
pub const RATIO_FROM: u64 = 64 * 1024 * 1024;
/// Most entries in the zip, used or not: a whole budget folder with its backups, zipped by an
/// operating system that adds an extra entry for each.
pub const MAX_ENTRIES: usize = 64;

/// The active limits; tests use smaller ones.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub(super) archive_bytes: u64,
    pub(super) entry_bytes: u64,
    pub(super) total_bytes: u64,
    pub(super) ratio: u64,
    pub(super) ratio_from: u64,
}

impl Limits {
    pub(super) const STANDARD: Self = Self {
        archive_bytes: MAX_ARCHIVE_BYTES,
        entry_bytes: MAX_ENTRY_BYTES,
        total_bytes: MAX_TOTAL_BYTES,
        ratio: MAX_RATIO,
        ratio_from: RATIO_FROM,
    };
}

type Zip = ZipArchive<BufReader<File>>;

/// Unpacks the two files of a budget: the database to `db_path`; returns the bytes of the metadata.
pub(super) fn unpack(zip: &Path, db_path: &Path, limits: &Limits) -> Result<Vec<u8>, FileError> {
    let mut file = File::open(zip)?;
    if file.metadata()?.len() > limits.archive_bytes {
        return Err(FileError::ZipTooLarge(ZipReason::ArchiveSize));
    }
    check_directory_size(&mut file, MAX_ENTRIES)?;
    let mut zip = ZipArchive::new(BufReader::new(file)).map_err(|_| FileError::NotZip)?;
    let names = entry_names(&zip)?;
    let (db, meta) = find_budget(&names)?;
    for entry in [db, meta] {
        check_declared(&zip, entry, limits)?;
    }
    let mut total = 0;
    let mut metadata = Vec::new();
    let meta_limits =
        Limits { entry_bytes: metadata::MAX_BYTES.min(limits.entry_bytes), ..*limits };
    copy_entry(&mut zip, meta, &mut metadata, &meta_limits, &mut total)?;
    let mut out = File::create_new(db_path)?;
    copy_entry(&mut zip, db, &mut out, limits, &mut total)?;
    Ok(metadata)
}

const END_LENGTH: usize = 22;
const END_SIGNATURE: &[u8] = b"PK\x05\x06";

/// Checks the end record before the zip reader does, which would load millions of entries into
/// memory. Zips with the 64-bit extension are refused: two files do not need it.
pub(super) fn check_directory_size(file: &mut File, most: usize) -> Result<(), FileError> {
    let length = file.seek(SeekFrom::End(0))?;
    let tail = length.min((END_LENGTH + usize::from(u16::MAX)) as u64);
    file.seek(SeekFrom::Start(length - tail))?;
    let mut bytes = Vec::new();
    file.take(tail).read_to_end(&mut bytes)?;
    let ends = bytes.windows(END_LENGTH).enumerate().rev();
    let end = ends
        .filter(|(_, record)| record.starts_with(END_SIGNATURE))
        .find(|(at, record)| at + END_LENGTH + word(record, 20) == bytes.len());
    let (_, record) = end.ok_or(FileError::NotZip)?;
    file.seek(SeekFrom::Start(0))?;
    match word(record, 10) {
        0xffff => Err(FileError::InvalidZip("it has too many entries".into())),
        count if count > most => Err(FileError::ZipTooLarge(ZipReason::EntryCount)),
        _ => Ok(()),
    }
}

fn word(record: &[u8], at: usize) -> usize {
    let byte = |at: usize| usize::from(record.get(at).copied().unwrap_or_default());
    byte(at) | byte(at + 1) << 8
}

fn entry_names(zip: &Zip) -> Result<Vec<String>, FileError> {
    let mut seen = HashSet::new();
    let mut names = Vec::new();
    if zip.has_duplicate_names() {
        return Err(FileError::ZipTooLarge(ZipReason::DuplicateEntry));
    }
    if zip.len() > MAX_ENTRIES {
        return Err(FileError::ZipTooLarge(ZipReason::EntryCount));
    }
    for raw in zip.file_names_raw() {
        let name = std::str::from_utf8(raw).map(str::to_owned);
        let name = name.unwrap_or_else(|_| String::from_utf8_lossy(raw).into_owned());
        if !is_safe(&name) {
            return Err(FileError::ZipTooLarge(ZipReason::UnsafeEntryName));
        }
        if !seen.insert(name.to_lowercase()) {
            return Err(FileError::ZipTooLarge(ZipReason::DuplicateEntry));
        }
        names.push(name);
    }
    Ok(names)
}

fn is_safe(name: &str) -> bool {
    let drive = name.as_bytes().get(1) == Some(&b':');
    !name.is_empty()
        && !name.starts_with('/')
        && !drive
        && !name.contains(['\\', '\0'])
        && name.split('/').all(|part| part != "..")
}

/// The indexes of the database and the metadata: both at the top level, or else both in the same
/// single folder.
fn find_budget(names: &[String]) -> Result<(usize, usize), FileError> {
    let place =
        |folder: &str, file: &str| names.iter().position(|n| *n == format!("{folder}{file}"));
    let pair = |folder: &str| Some((place(folder, DB_NAME)?, place(folder, metadata::FILE_NAME)?));
    if let Some(found) = pair("") {
        return Ok(found);
    }
    let folders = names.iter().filter_map(|name| name.strip_suffix(DB_NAME));
    let mut pairs = folders.filter(|folder| folder.ends_with('/')).filter_map(pair);
    match (pairs.next(), pairs.next()) {
        (Some(found), None) => Ok(found),
        (Some(_), Some(_)) => Err(FileError::InvalidZip("it holds more than one budget".into())),
        (None, _) => Err(FileError::InvalidZip("it needs both db.sqlite and metadata.json".into())),
    }
}

fn check_declared(zip: &Zip, entry: usize, limits: &Limits) -> Result<(), FileError> {
    let broken = |_| FileError::InvalidZip("its directory is broken".into());
    let entry = zip.by_index_data(entry).map_err(broken)?;
    let wrong = |what: &str| Err(FileError::InvalidZip(format!("an entry is {what}")));
    if entry.encrypted() {
        return wrong("encrypted");
    }
    if entry.is_symlink() || entry.is_dir() {
        return wrong("not a file");
    }
    if !matches!(entry.compression(), CompressionMethod::Stored | CompressionMethod::Deflated) {
        return wrong("packed in an unknown way");
    }
    if entry.size() > limits.entry_bytes {
        return Err(FileError::ZipTooLarge(ZipReason::EntrySize));
    }
    Ok(())
}

fn copy_entry(
    zip: &mut Zip,
    entry: usize,
    out: &mut dyn Write,
    limits: &Limits,
    total: &mut u64,
) -> Result<(), FileError> {
    let broken = |error: &dyn std::error::Error| FileError::InvalidZip(error.to_string());
    let mut entry = zip.by_index(entry).map_err(|error| broken(&error))?;
    let (packed, declared) = (entry.compressed_size(), entry.size());
    let mut buffer = vec![0_u8; 256 * 1024];
    let mut written = 0_u64;
    loop {
        let read = match entry.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(broken(&error)),
        };
        written += read as u64;
        *total += read as u64;
        check_running(written, *total, packed, limits)?;
        out.write_all(buffer.get(..read).unwrap_or_default())?;
    }
    if written == declared {
        Ok(out.flush()?)
    } else {
        Err(FileError::InvalidZip("an entry is not as long as it says".into()))
    }
}

fn check_running(written: u64, total: u64, packed: u64, limits: &Limits) -> Result<(), FileError> {
    let reason = if written > limits.entry_bytes {
        ZipReason::EntrySize
    } else if total > limits.total_bytes {
        ZipReason::TotalSize
    } else if written > limits.ratio_from && written / limits.ratio > packed {
        ZipReason::CompressionRatio
    } else {
        return Ok(());
    };
    Err(FileError::ZipTooLarge(reason))
}
