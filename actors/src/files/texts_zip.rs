//! Packs texts into a zip for a person to keep.

use std::collections::HashSet;
use std::io::{self, Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Longer names are cut.
const LONGEST_NAME: usize = 100;

/// The zip of some texts by their names, all with the same ending. Names that no file can have are
/// changed, and of equal names the later ones get a number.
///
/// # Errors
/// If the texts are too large for a zip.
pub fn zip_of_texts(files: &[(String, String)], ending: &str) -> io::Result<Vec<u8>> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut taken = HashSet::new();
    for (name, text) in files {
        zip.start_file(format!("{}.{ending}", free_name(name, &mut taken)), options)?;
        zip.write_all(text.as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}

/// A name that every file system takes and that no earlier file has.
fn free_name(name: &str, taken: &mut HashSet<String>) -> String {
    let replaced = |letter: char| {
        let is_refused = letter.is_control() || r#"/\:*?"<>|"#.contains(letter);
        if is_refused { '-' } else { letter }
    };
    let name: String = name.chars().map(replaced).take(LONGEST_NAME).collect();
    let name = name.trim().trim_matches('.').to_owned();
    let name = if name.is_empty() { "-".to_owned() } else { name };
    let numbered = (2..).map(|count| format!("{name} ({count})"));
    // Some file systems do not tell letters by their case.
    let free =
        std::iter::once(name.clone()).chain(numbered).find(|it| taken.insert(it.to_lowercase()));
    free.unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_free_and_fit_every_file_system() {
        let mut taken = HashSet::new();
        let names = ["Food", "food", "a/b: c", " .. ", "Food"];
        let free: Vec<_> = names.iter().map(|name| free_name(name, &mut taken)).collect();
        assert_eq!(free, ["Food", "food (2)", "a-b- c", "-", "Food (3)"]);
    }

    #[test]
    fn the_texts_are_in_the_zip() {
        let files = [("One".to_owned(), "a,b\n".to_owned()), ("Two".to_owned(), String::new())];
        let bytes = zip_of_texts(&files, "csv").unwrap();
        let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        assert_eq!(zip.len(), 2);
        assert!(zip.by_name("Two.csv").is_ok());
        let text = io::read_to_string(zip.by_name("One.csv").unwrap()).unwrap();
        assert_eq!(text, "a,b\n");
    }
}
