//! Damaged or malicious zips. Each has its own error and changes nothing.

use proptest::prelude::*;
use zip::CompressionMethod;
use zip::unstable::write::FileOptionsExt as _;
use zip::write::SimpleFileOptions;

use super::common::{META, Place, fixture, place, real_db, zipped, zipped_with};
use crate::files::archive::{self, Limits};
use crate::files::{FileError, ZipReason};

/// A data directory that already contains a budget, so that "unchanged" is meaningful.
fn used_place() -> Place {
    let place = place();
    place.import(&fixture("tracking_local_26_9.zip")).unwrap();
    place
}

fn refused(place: &Place, what: &str, zip: &[u8], code: &str) -> FileError {
    let before = place.content();
    let error = place.import(zip).expect_err(what);
    assert_eq!(error.code(), code, "{what}: {error}");
    assert!(place.content() == before, "{what}: the data directory changed");
    error
}

fn good() -> Vec<u8> {
    zipped(&[("db.sqlite", &real_db()), ("metadata.json", META)])
}

#[test]
fn what_is_no_zip_is_called_so() {
    let place = used_place();
    let sound = good();
    for (what, bytes) in [
        ("an empty file", Vec::new()),
        ("a text", b"hello".to_vec()),
        ("a database", real_db()),
        ("a zip cut off in its first header", sound[..10].to_vec()),
        ("a zip cut off in its first entry", sound[..1000].to_vec()),
        ("a zip cut off in its second entry", sound[..sound.len() - 250].to_vec()),
        ("a zip cut off in its directory", sound[..sound.len() - 60].to_vec()),
        ("a zip cut off in its end record", sound[..sound.len() - 1].to_vec()),
        ("an end record alone, pointing nowhere", {
            let mut end = sound[sound.len() - 22..].to_vec();
            end[16..20].copy_from_slice(&[0xff, 0xff, 0xff, 0x7f]);
            end
        }),
        ("a zip with a longer comment than it has", {
            let mut zip = sound.clone();
            let at = zip.len() - 2;
            zip[at] = 9;
            zip
        }),
        ("a gzip", b"\x1f\x8b\x08\0\0\0\0\0\0\0".repeat(10)),
    ] {
        refused(&place, what, &bytes, "not-zip-file");
    }
}

#[test]
fn a_zip_cut_off_anywhere_is_refused() {
    let place = used_place();
    let sound = good();
    for at in (0..sound.len()).step_by(sound.len() / 40) {
        refused(&place, &format!("cut off at {at}"), &sound[..at], "not-zip-file");
    }
}

#[test]
fn a_zip_must_hold_exactly_one_budget() {
    let place = used_place();
    let (db, meta) = (&*real_db(), META);
    let zips: &[(&str, Vec<u8>)] = &[
        ("an empty zip", zipped(&[])),
        ("no database", zipped(&[("metadata.json", meta)])),
        ("no metadata", zipped(&[("db.sqlite", db)])),
        ("other names", zipped(&[("budget.sqlite", db), ("meta.json", meta)])),
        ("names in capitals", zipped(&[("DB.SQLITE", db), ("METADATA.JSON", meta)])),
        ("two folders", zipped(&[("a/db.sqlite", db), ("b/metadata.json", meta)])),
        ("one at the top, one below", zipped(&[("db.sqlite", db), ("a/metadata.json", meta)])),
        (
            "two candidates",
            zipped(&[
                ("a/db.sqlite", db),
                ("a/metadata.json", meta),
                ("b/db.sqlite", db),
                ("b/metadata.json", meta),
            ]),
        ),
        ("a folder called db.sqlite", zipped(&[("db.sqlite/x", db), ("metadata.json", meta)])),
        ("names that only end alike", zipped(&[("xdb.sqlite", db), ("xmetadata.json", meta)])),
    ];
    for (what, zip) in zips {
        refused(&place, what, zip, "invalid-zip-file");
    }
}

#[test]
fn unsafe_and_doubled_names_are_refused_even_beside_a_good_budget() {
    let place = used_place();
    let db = &*real_db();
    for name in [
        "../db.sqlite",
        "a/../../b",
        "..",
        "/etc/passwd",
        "C:/x",
        "c:x",
        "a\\b",
        "..\\x",
        "a\0b",
        "\\\\server\\share",
    ] {
        let zip = zipped(&[("db.sqlite", db), ("metadata.json", META), ("NAME-TO-PATCH---", b"x")]);
        let zip = renamed(&zip, "NAME-TO-PATCH---", name);
        let error = refused(&place, name, &zip, "zip-too-large");
        assert_eq!(error.zip_reason(), Some(ZipReason::UnsafeEntryName), "{name:?}");
    }
    for name in ["db.sqlite", "DB.sqlite", "Metadata.JSON"] {
        let stand_in = "x".repeat(name.len());
        let zip = zipped(&[("db.sqlite", db), ("metadata.json", META), (&stand_in, b"x")]);
        let zip = replaced(&zip, stand_in.as_bytes(), name.as_bytes());
        let error = refused(&place, name, &zip, "zip-too-large");
        assert_eq!(error.zip_reason(), Some(ZipReason::DuplicateEntry), "{name:?}");
    }
}

/// Replaces a name in both headers, padded with slashes at the end.
fn renamed(zip: &[u8], from: &str, to: &str) -> Vec<u8> {
    let mut name = to.as_bytes().to_vec();
    name.resize(from.len(), b'/');
    replaced(zip, from.as_bytes(), &name)
}

fn replaced(zip: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let mut zip = zip.to_vec();
    let places: Vec<_> =
        (0..zip.len() - from.len()).filter(|at| zip[*at..].starts_with(from)).collect();
    assert_eq!(places.len(), 2, "both headers");
    for at in places {
        zip[at..at + to.len()].copy_from_slice(to);
    }
    zip
}

/// Changes bytes of the n-th header of a kind, at an offset from its signature.
fn patched(zip: &[u8], signature: &[u8], nth: usize, at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut zip = zip.to_vec();
    let header = (0..zip.len()).filter(|at| zip[*at..].starts_with(signature)).nth(nth).unwrap();
    zip[header + at..header + at + bytes.len()].copy_from_slice(bytes);
    zip
}

const LOCAL: &[u8] = b"PK\x03\x04";
const CENTRAL: &[u8] = b"PK\x01\x02";

#[test]
fn entries_with_false_headers_are_refused() {
    let place = used_place();
    let (sound, db) = (good(), real_db());
    let length = u32::try_from(db.len()).unwrap();
    let shorter = (length - 1).to_le_bytes();
    let longer = (length + 1).to_le_bytes();
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let stored = zipped_with(stored, &[("db.sqlite", &db), ("metadata.json", META)]);
    let symlink = {
        let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        zip.add_symlink("db.sqlite", "/etc/passwd", SimpleFileOptions::default()).unwrap();
        zip.start_file("metadata.json", SimpleFileOptions::default()).unwrap();
        std::io::Write::write_all(&mut zip, META).unwrap();
        zip.finish().unwrap().into_inner()
    };
    let locked = SimpleFileOptions::default().with_deprecated_encryption(b"secret").unwrap();
    let mut flipped = sound.clone();
    flipped[5000] ^= 0x55;
    let mut flipped_stored = stored.clone();
    flipped_stored[5000] ^= 0x55;
    for (what, zip) in [
        ("encrypted", zipped_with(locked, &[("db.sqlite", &db), ("metadata.json", META)])),
        ("encrypted flag only", patched(&patched(&sound, LOCAL, 0, 6, &[1]), CENTRAL, 0, 8, &[1])),
        ("a symlink", symlink),
        ("unpacks to more than declared", patched(&sound, CENTRAL, 0, 24, &shorter)),
        ("unpacks to less than declared", patched(&sound, CENTRAL, 0, 24, &longer)),
        ("stored with a wrong size", patched(&stored, CENTRAL, 0, 24, &shorter)),
        ("a wrong checksum", patched(&sound, CENTRAL, 0, 16, &[1, 2, 3, 4])),
        ("damaged while packed", flipped),
        ("damaged while stored", flipped_stored),
        ("packed in another way", patched(&sound, CENTRAL, 0, 10, &[14])),
        ("packed in an unknown way", patched(&sound, CENTRAL, 0, 10, &[77])),
        ("a header that is elsewhere", patched(&sound, CENTRAL, 0, 42, &[9, 0, 0, 0])),
        ("packed data beyond the end", patched(&stored, CENTRAL, 1, 20, &[0, 0, 0, 1])),
    ] {
        refused(&place, what, &zip, "invalid-zip-file");
    }
}

#[test]
fn metadata_must_be_an_object_with_an_id_and_a_name() {
    let place = used_place();
    let db = &*real_db();
    let long_id = format!(r#"{{"id":"{}"}}"#, "a".repeat(300));
    let huge = format!(r#"{{"id":"a","x":"{}"}}"#, "y".repeat(1024 * 1024));
    for meta in [
        "",
        "{",
        "[]",
        "null",
        "\"id\"",
        "{\"id\":\"a\"} x",
        "{}",
        r#"{"budgetName":"x"}"#,
        r#"{"id":null}"#,
        r#"{"id":5}"#,
        r#"{"id":["a"]}"#,
        r#"{"id":""}"#,
        r#"{"id":"../x"}"#,
        r#"{"id":"a/b"}"#,
        r#"{"id":"a b"}"#,
        r#"{"id":"a\u0000"}"#,
        r#"{"id":".lock"}"#,
        "{\"id\":\"\u{fffd}\"}",
        &long_id,
    ] {
        let zip = zipped(&[("db.sqlite", db), ("metadata.json", meta.as_bytes())]);
        refused(&place, meta, &zip, "invalid-meta-file");
    }
    let not_text = zipped(&[("db.sqlite", db), ("metadata.json", b"{\"id\":\"\xff\"}")]);
    refused(&place, "not text", &not_text, "invalid-meta-file");
    let zip = zipped(&[("db.sqlite", db), ("metadata.json", huge.as_bytes())]);
    let error = refused(&place, "huge metadata", &zip, "zip-too-large");
    assert_eq!(error.zip_reason(), Some(ZipReason::EntrySize));
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let zip = zipped(&[("db.sqlite", db), ("metadata.json", deep.as_bytes())]);
    refused(&place, "deep metadata", &zip, "invalid-meta-file");
}

#[test]
fn bombs_are_stopped_by_their_ratio() {
    let (place, few) = (used_place(), 1_usize << 20);
    let limits = Limits { ratio_from: few as u64, ..Limits::STANDARD };
    let refusal = |bytes: usize| {
        let zip = zipped(&[("db.sqlite", &vec![0; bytes]), ("metadata.json", META)]);
        place.import_limited(&zip, &limits).unwrap_err()
    };
    assert_eq!(refusal(few + 1).zip_reason(), Some(ZipReason::CompressionRatio));
    assert_eq!(refusal(few).code(), "invalid-db-file", "zeros up to the limit");
}

#[test]
fn a_declared_size_beyond_the_limit_is_refused_before_unpacking() {
    let place = used_place();
    let huge = patched(&good(), CENTRAL, 0, 24, &0xffff_fffe_u32.to_le_bytes());
    let error = refused(&place, "declared huge", &huge, "zip-too-large");
    assert_eq!(error.zip_reason(), Some(ZipReason::EntrySize));
}

fn reason(zip: &[u8], limits: &Limits) -> Option<ZipReason> {
    let place = place();
    let before = place.content();
    match place.import_limited(zip, limits) {
        Ok(_) => None,
        Err(error) => {
            assert!(place.content() == before);
            Some(error.zip_reason().unwrap_or_else(|| panic!("{error}")))
        }
    }
}

#[test]
fn every_size_is_accepted_at_its_limit_and_refused_over_it() {
    let (zip, db) = (good(), real_db());
    let standard = Limits::STANDARD;
    let at = |limits: Limits| reason(&zip, &limits);
    let size = zip.len() as u64;
    assert_eq!(at(Limits { archive_bytes: size, ..standard }), None);
    let over = at(Limits { archive_bytes: size - 1, ..standard });
    assert_eq!(over, Some(ZipReason::ArchiveSize));
    let size = db.len() as u64;
    assert_eq!(at(Limits { entry_bytes: size, ..standard }), None);
    let over = at(Limits { entry_bytes: size - 1, ..standard });
    assert_eq!(over, Some(ZipReason::EntrySize));
    let size = size + META.len() as u64;
    assert_eq!(at(Limits { total_bytes: size, ..standard }), None);
    let over = at(Limits { total_bytes: size - 1, ..standard });
    assert_eq!(over, Some(ZipReason::TotalSize));
    let packed = zip::ZipArchive::new(std::io::Cursor::new(&zip)).unwrap();
    let packed = packed.by_index_data(0).unwrap().compressed_size();
    let ratio = db.len() as u64 / packed;
    let over = at(Limits { ratio: ratio / 2, ratio_from: 0, ..standard });
    assert_eq!(over, Some(ZipReason::CompressionRatio));
    assert_eq!(at(Limits { ratio: ratio + 1, ratio_from: 0, ..standard }), None);
}

#[test]
fn a_zip_may_have_so_many_entries_and_no_more() {
    let place = used_place();
    let db = real_db();
    let names: Vec<_> = (0..archive::MAX_ENTRIES - 1).map(|n| format!("x{n}")).collect();
    let with = |others: usize| {
        let mut entries: Vec<(&str, &[u8])> = vec![("db.sqlite", &db), ("metadata.json", META)];
        entries.extend(names.iter().take(others).map(|name| (name.as_str(), &b"x"[..])));
        zipped(&entries)
    };
    let error = refused(&place, "one too many", &with(archive::MAX_ENTRIES - 1), "zip-too-large");
    assert_eq!(error.zip_reason(), Some(ZipReason::EntryCount));
    assert!(place.import(&with(archive::MAX_ENTRIES - 2)).is_ok());
    let mut claims = good();
    let at = claims.len() - 12;
    claims[at..at + 2].copy_from_slice(&[0xff, 0xff]);
    refused(&place, "claims 65535 entries", &claims, "invalid-zip-file");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_zip_with_flipped_bytes_is_imported_whole_or_changes_nothing(
        flips in proptest::collection::vec((any::<prop::sample::Index>(), 1_u8..), 1..4)
    ) {
        let mut zip = good();
        for (at, flip) in flips {
            let at = at.index(zip.len());
            zip[at] ^= flip;
        }
        let place = place();
        let before = place.content();
        match place.import(&zip) {
            Ok(id) => {
                let sql = "SELECT 1 FROM transactions";
                let rows = super::common::rows(&place.open(id.as_str()), sql);
                prop_assert_eq!(rows.len(), 4);
            }
            Err(_) => prop_assert!(place.content() == before),
        }
    }
}
