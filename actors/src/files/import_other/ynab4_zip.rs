//! Finds the newest state of a budget in a zipped YNAB4 folder. It has one file for each device
//! that edited the budget; the device with the most knowledge has the complete one.

use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Component, Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use zip::ZipArchive;

use super::super::archive::{MAX_ARCHIVE_BYTES, MAX_RATIO, RATIO_FROM, check_directory_size};
use super::super::error::{FileError, ZipReason};
use super::MAX_JSON_BYTES;

/// Most entries of the zip; a budget of ten years has some thousand change files.
const MAX_ENTRIES: usize = 50_000;
/// Largest size of the small index files, in bytes.
const MAX_SMALL_BYTES: u64 = 1024 * 1024;
const ROOT_ENDING: &str = ".ynab4";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Meta {
    relative_data_folder_name: String,
}

#[derive(Deserialize)]
struct Device {
    #[serde(rename = "deviceGUID")]
    guid: String,
    #[serde(rename = "hasFullKnowledge", default)]
    has_full_knowledge: bool,
    #[serde(default)]
    knowledge: String,
}

/// The JSON text of the budget.
pub(super) fn read(zip: &Path, file_name: &str) -> Result<Vec<u8>, FileError> {
    if !file_name.to_lowercase().contains(".zip") {
        return Err(FileError::NotYnab4);
    }
    let mut file = File::open(zip)?;
    if file.metadata()?.len() > MAX_ARCHIVE_BYTES {
        return Err(FileError::ZipTooLarge(ZipReason::ArchiveSize));
    }
    check_directory_size(&mut file, MAX_ENTRIES).map_err(not_ynab4)?;
    let archive = ZipArchive::new(BufReader::new(file)).map_err(|_| FileError::NotYnab4)?;
    Folder::of(archive)?.budget()
}

/// Reports a file that is not a zip like a zip without a budget.
fn not_ynab4(error: FileError) -> FileError {
    let is_none = matches!(error, FileError::NotZip | FileError::InvalidZip(_));
    if is_none { FileError::NotYnab4 } else { error }
}

/// The name of a budget from the name of its zip: "Home~AB12CD34.ynab4.zip".
pub(super) fn budget_name(file_name: &str) -> &str {
    let name = file_name.split('~').next().unwrap_or(file_name);
    let lower = name.to_lowercase();
    let ends = [".zip", ROOT_ENDING].iter().filter_map(|ending| lower.find(ending));
    name.get(..ends.min().unwrap_or(name.len())).unwrap_or(name)
}

/// The JSON text of the budget in a folder on this computer.
pub(super) fn read_folder(folder: &Path) -> Result<Vec<u8>, FileError> {
    Folder::Disk(folder.to_owned()).budget()
}

enum Folder {
    Zip {
        zip: Box<ZipArchive<BufReader<File>>>,
        names: Vec<String>,
        /// Path prefix, including its slash.
        root: String,
    },
    Disk(PathBuf),
}

impl Folder {
    fn of(zip: ZipArchive<BufReader<File>>) -> Result<Self, FileError> {
        let text = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
        let names: Vec<_> = zip.file_names_raw().map(text).collect();
        let root = names.iter().find_map(|name| root_of(name)).ok_or(FileError::NotYnab4)?;
        Ok(Self::Zip { root, zip: Box::new(zip), names })
    }

    fn budget(mut self) -> Result<Vec<u8>, FileError> {
        let meta: Meta = self.small("Budget.ymeta")?;
        let data = meta.relative_data_folder_name;
        let mut best: Option<(u64, String)> = None;
        for name in self.devices(&format!("{data}/devices"))? {
            let device: Device = self.small(&name)?;
            let knows = knowledge(&device.knowledge);
            if device.has_full_knowledge && best.as_ref().is_none_or(|(most, _)| knows > *most) {
                best = Some((knows, device.guid));
            }
        }
        let (_, guid) = best.ok_or(FileError::NotYnab4)?;
        self.bytes(&format!("{data}/{guid}/Budget.yfull"), MAX_JSON_BYTES)
    }

    /// The files about devices, relative to the root.
    fn devices(&self, within: &str) -> Result<Vec<String>, FileError> {
        let mut found = Vec::new();
        match self {
            Self::Zip { names, root, .. } => {
                let below = names.iter().filter_map(|name| name.strip_prefix(root.as_str()));
                let prefix = format!("{within}/");
                found.extend(below.filter(|name| name.starts_with(&prefix)).map(str::to_owned));
            }
            Self::Disk(folder) => {
                let entries = fs::read_dir(folder.join(inner(within)?));
                for entry in entries.map_err(|_| FileError::NotYnab4)?.take(MAX_ENTRIES) {
                    let name = entry?.file_name();
                    found.extend(name.to_str().map(|name| format!("{within}/{name}")));
                }
            }
        }
        found.retain(|name| name.ends_with(".ydevice"));
        found.sort();
        Ok(found)
    }

    fn small<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, FileError> {
        let bytes = self.bytes(name, MAX_SMALL_BYTES)?;
        serde_json::from_slice(plain(&bytes)).map_err(|_| FileError::NotYnab4)
    }

    /// The content of a file below the root, limited while reading.
    fn bytes(&mut self, name: &str, most: u64) -> Result<Vec<u8>, FileError> {
        match self {
            Self::Zip { zip, names, root } => {
                let name = format!("{root}{name}");
                let place = names.iter().position(|known| *known == name);
                let entry = zip.by_index(place.ok_or(FileError::NotYnab4)?);
                let entry = entry.map_err(|_| FileError::NotYnab4)?;
                let ratio = entry.compressed_size().saturating_mul(MAX_RATIO).max(RATIO_FROM);
                counted(entry, most, ratio)
            }
            Self::Disk(folder) => {
                let file = File::open(folder.join(inner(name)?));
                counted(file.map_err(|_| FileError::NotYnab4)?, most, most)
            }
        }
    }
}

fn counted(from: impl Read, most: u64, by_ratio: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let read = from.take(most.min(by_ratio) + 1).read_to_end(&mut bytes);
    read.map_err(|_| FileError::NotYnab4)?;
    let length = bytes.len() as u64;
    if length > most {
        return Err(FileError::ZipTooLarge(ZipReason::EntrySize));
    }
    if length > by_ratio {
        return Err(FileError::ZipTooLarge(ZipReason::CompressionRatio));
    }
    Ok(bytes)
}

/// A relative path without `..`, because foreign files supply it.
fn inner(path: &str) -> Result<&Path, FileError> {
    let path = Path::new(path);
    let stays = path.components().all(|part| matches!(part, Component::Normal(_)));
    if stays { Ok(path) } else { Err(FileError::NotYnab4) }
}

/// The budget folder of a path. Some systems add an extra folder beside it.
fn root_of(name: &str) -> Option<String> {
    let end = name.find(&format!("{ROOT_ENDING}/"))? + ROOT_ENDING.len() + 1;
    name.get(..end).filter(|root| !root.starts_with("__MACOSX")).map(str::to_owned)
}

/// The total knowledge: "A-20,B-3" is 23.
fn knowledge(text: &str) -> u64 {
    let numbers = text.split(',').filter_map(|part| part.rsplit('-').next()?.trim().parse().ok());
    numbers.fold(0, u64::saturating_add)
}

/// Text without a UTF-8 byte order mark.
pub(super) fn plain(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_that_of_the_zip_without_its_endings() {
        for (file, name) in [
            ("My Budget.ynab4.zip", "My Budget"),
            ("My Budget~AB12CD34.ynab4.zip", "My Budget"),
            ("Home.ZIP", "Home"),
            (".zip", ""),
        ] {
            assert_eq!(budget_name(file), name, "{file}");
        }
    }

    #[test]
    fn knowledge_is_counted_over_all_devices() {
        assert_eq!(knowledge("A-20,B-3"), 23);
        assert_eq!(knowledge("A-20, B-3,nonsense,C-"), 23);
        assert_eq!(knowledge("A-18446744073709551615,B-1"), u64::MAX);
        assert_eq!(knowledge(""), 0);
    }
}
