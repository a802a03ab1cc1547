//! Export and import of a whole budget.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use sobre_actors::db::BudgetDb;
use sobre_actors::environment::Environment;
use sobre_actors::files::{DataDir, Metadata, export, import_actual};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::Budget;
use crate::row::{Row, Topic};
use crate::wire::Failure;
use crate::yardstick;

/// The rows of one budget.
pub(crate) fn rows(budget: &Budget<'_>) -> Result<Vec<Row>, Failure> {
    let work = tempfile::tempdir_in(budget.dir)?;
    let at = |name: &str| work.path().join(name);
    let (copy, zip) = (at("copy.sqlite"), at("budget.zip"));
    let folder = budget.dir.join(&budget.id);
    let db = BudgetDb::open(&folder, Environment::system(None))?;
    let start = Instant::now();
    db.export_copy(&copy)?;
    export(&copy, &Metadata::read(&folder)?, File::create(&zip)?)?;
    let exported = start.elapsed();
    drop(db);
    let deflated = deflate(&copy, &at("plain.zip"))?;
    let larger = size(&zip)? / size(&at("plain.zip"))?;

    let imports = DataDir::open(&at("data"))?;
    let start = Instant::now();
    import_actual(&zip, &imports, &Environment::system(None))?;
    let imported = start.elapsed();
    let inflated = inflate(&zip, &at("unpacked.sqlite"))?;
    let inserted = yardstick::bulk_insert(&copy, &at("bulk.sqlite"))?;
    let bare = inflated + inserted;

    let topic = Topic { part: "zips", size: budget.size.name };
    let ratio = |one: Duration, other: Duration| one.as_secs_f64() / other.as_secs_f64();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    Ok(vec![
        topic.yardstick("import of the zip", ms(imported), "ms"),
        topic.goal("against inflate and bulk insert", ratio(imported, bare), 2.0, "x"),
        topic.yardstick("export", ms(exported), "ms"),
        topic.goal("against deflate (level 6)", ratio(exported, deflated), 1.5, "x"),
        topic.goal("size, against deflate (level 6)", larger, 1.05, "x"),
    ])
}

#[expect(clippy::cast_precision_loss, reason = "a file size as a share of another")]
fn size(path: &Path) -> Result<f64, Failure> {
    Ok(fs::metadata(path)?.len() as f64)
}

fn deflate(from: &Path, to: &Path) -> Result<Duration, Failure> {
    let start = Instant::now();
    let mut zip = ZipWriter::new(File::create(to)?);
    zip.start_file("db.sqlite", SimpleFileOptions::default().compression_level(Some(6)))?;
    io::copy(&mut File::open(from)?, &mut zip)?;
    zip.finish()?;
    Ok(start.elapsed())
}

fn inflate(from: &Path, to: &Path) -> Result<Duration, Failure> {
    let start = Instant::now();
    let mut zip = ZipArchive::new(File::open(from)?)?;
    io::copy(&mut zip.by_name("db.sqlite")?, &mut File::create(to)?)?;
    Ok(start.elapsed())
}
