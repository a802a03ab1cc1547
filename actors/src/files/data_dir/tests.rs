use super::*;

fn with_budget(dir: &DataDir, id: &str, content: &str) {
    let folder = dir.path().join(id);
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("db.sqlite"), content).unwrap();
    fs::write(folder.join("metadata.json"), "{}").unwrap();
}

fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != LOCK_NAME)
        .collect();
    names.sort();
    names
}

fn id(text: &str) -> BudgetId {
    BudgetId::parse(text).unwrap()
}

#[test]
fn a_second_process_learns_that_the_directory_is_in_use() {
    let temp = tempfile::tempdir().unwrap();
    let first = DataDir::open(temp.path()).unwrap();
    let error = DataDir::open(temp.path()).unwrap_err();
    assert!(error.to_string().starts_with("Another Sobre is already using "), "{error}");
    drop(first);
    DataDir::open(temp.path()).unwrap();
}

#[test]
fn leftovers_of_an_earlier_run_are_removed_and_nothing_else() {
    let temp = tempfile::tempdir().unwrap();
    let dir = DataDir::open(temp.path()).unwrap();
    with_budget(&dir, "Home", "x");
    for leftover in [".new-1", ".deleted-2", UPLOADS_NAME] {
        fs::create_dir_all(temp.path().join(leftover).join("deep")).unwrap();
    }
    fs::create_dir(temp.path().join(".mine")).unwrap();
    drop(dir);
    DataDir::open(temp.path()).unwrap();
    assert_eq!(names(temp.path()), [".mine", "Home"]);
}

#[test]
fn an_unpublished_folder_disappears() {
    let temp = tempfile::tempdir().unwrap();
    let dir = DataDir::open(temp.path()).unwrap();
    let staged = dir.stage().unwrap();
    fs::write(staged.folder().join("db.sqlite"), "x").unwrap();
    drop(staged);
    assert!(names(temp.path()).is_empty());
}

#[test]
fn publishing_replaces_a_budget_and_keeps_its_backups() {
    let temp = tempfile::tempdir().unwrap();
    let dir = DataDir::open(temp.path()).unwrap();
    with_budget(&dir, "Home", "old");
    let home = temp.path().join("Home");
    fs::write(home.join("db.sqlite-wal"), "stale").unwrap();
    fs::create_dir(home.join(BACKUPS_NAME)).unwrap();
    fs::write(home.join(BACKUPS_NAME).join("a.zip"), "backup").unwrap();
    let staged = dir.stage().unwrap();
    fs::write(staged.folder().join("db.sqlite"), "new").unwrap();
    staged.publish(&id("Home")).unwrap();
    assert_eq!(names(temp.path()), ["Home"]);
    assert_eq!(names(&home), ["backups", "db.sqlite"]);
    assert_eq!(fs::read_to_string(home.join("db.sqlite")).unwrap(), "new");
    assert_eq!(names(&home.join(BACKUPS_NAME)), ["a.zip"]);
}

#[test]
fn a_replacement_cut_short_ends_with_the_old_or_the_new_budget() {
    for new_in_place in [false, true] {
        let temp = tempfile::tempdir().unwrap();
        let dir = DataDir::open(temp.path()).unwrap();
        with_budget(&dir, ".replaced-Home", "old");
        fs::create_dir(temp.path().join(".replaced-Home").join(BACKUPS_NAME)).unwrap();
        if new_in_place {
            with_budget(&dir, "Home", "new");
        }
        drop(dir);
        let dir = DataDir::open(temp.path()).unwrap();
        assert_eq!(names(temp.path()), ["Home"]);
        let folder = dir.existing_budget(&id("Home")).unwrap();
        let content = fs::read_to_string(folder.join("db.sqlite")).unwrap();
        assert_eq!(content, if new_in_place { "new" } else { "old" });
        assert!(folder.join(BACKUPS_NAME).is_dir());
    }
}

#[test]
fn a_deleted_budget_is_gone_with_everything_in_it() {
    let temp = tempfile::tempdir().unwrap();
    let dir = DataDir::open(temp.path()).unwrap();
    with_budget(&dir, "Home", "x");
    with_budget(&dir, "Other", "x");
    dir.delete(&id("Home")).unwrap();
    assert_eq!(names(temp.path()), ["Other"]);
    assert!(matches!(dir.delete(&id("Home")), Err(FileError::BudgetNotFound)));
}

#[test]
fn leftovers_that_cannot_be_removed_do_not_block_the_budgets() {
    let temp = tempfile::tempdir().unwrap();
    let dir = DataDir::open(temp.path()).unwrap();
    with_budget(&dir, "Home", "x");
    // Neither can be deleted or restored as a folder.
    fs::write(temp.path().join(".new-1"), "a file").unwrap();
    fs::write(temp.path().join(".replaced-Home"), "a file").unwrap();
    drop(dir);
    let dir = DataDir::open(temp.path()).unwrap();
    assert_eq!(dir.budget_ids().unwrap(), [id("Home")]);
    assert_eq!(names(temp.path()), [".replaced-Home", "Home"]);
}

#[test]
fn a_budget_that_could_not_come_back_does_so_when_it_is_looked_for() {
    let temp = tempfile::tempdir().unwrap();
    let dir = DataDir::open(temp.path()).unwrap();
    with_budget(&dir, ".replaced-Home", "old");
    with_budget(&dir, ".replaced-Other", "old");
    {
        let _replacing = dir.replacing.lock();
        assert!(dir.existing_budget(&id("Home")).is_err(), "somebody is about to replace it");
    }
    assert_eq!(dir.budget_ids().unwrap(), [id("Home"), id("Other")]);
    assert!(dir.existing_budget(&id("Home")).is_ok());
    assert_eq!(names(temp.path()), ["Home", "Other"]);
    // A leftover whose replacement is in place is deleted with it.
    with_budget(&dir, ".replaced-Home", "older");
    dir.delete(&id("Home")).unwrap();
    assert_eq!(dir.budget_ids().unwrap(), [id("Other")]);
    assert_eq!(names(temp.path()), ["Other"]);
}

#[test]
fn backups_of_a_replaced_budget_come_back_beside_those_made_since() {
    let temp = tempfile::tempdir().unwrap();
    let dir = DataDir::open(temp.path()).unwrap();
    let backups = |folder: &str, names: &[&str]| {
        let backups = temp.path().join(folder).join(BACKUPS_NAME);
        fs::create_dir(&backups).unwrap();
        for name in names {
            fs::write(backups.join(name), folder).unwrap();
        }
    };
    with_budget(&dir, "Home", "new");
    backups("Home", &["b.zip", "c.zip"]);
    with_budget(&dir, ".replaced-Home", "old");
    backups(".replaced-Home", &["a.zip", "b.zip"]);
    // Without a restart, as soon as the budget is looked up.
    let kept = dir.existing_budget(&id("Home")).unwrap().join(BACKUPS_NAME);
    assert_eq!(names(temp.path()), ["Home"]);
    assert_eq!(names(&kept), ["a.zip", "b.zip", "c.zip"]);
    assert_eq!(fs::read_to_string(kept.join("b.zip")).unwrap(), "Home");
}

#[test]
fn a_removed_lock_is_taken_again_unless_another_process_was_quicker() {
    let temp = tempfile::tempdir().unwrap();
    let dir = DataDir::open(temp.path()).unwrap();
    dir.keep_lock().unwrap();
    fs::remove_file(temp.path().join(LOCK_NAME)).unwrap();
    dir.keep_lock().unwrap();
    assert!(matches!(DataDir::open(temp.path()), Err(FileError::DataDirInUse(_))));
    fs::remove_file(temp.path().join(LOCK_NAME)).unwrap();
    let second = DataDir::open(temp.path()).unwrap();
    assert!(matches!(dir.keep_lock(), Err(FileError::DataDirInUse(_))));
    drop(second);
    dir.keep_lock().unwrap();
    fs::remove_dir_all(temp.path()).unwrap();
    assert!(matches!(dir.keep_lock(), Err(FileError::DataDirMissing(_))));
}

#[cfg(unix)]
#[test]
fn nothing_is_stored_in_another_directory_at_the_same_path() {
    let temp = tempfile::tempdir().unwrap();
    let (path, away) = (temp.path().join("data"), temp.path().join("away"));
    let dir = DataDir::open(&path).unwrap();
    fs::rename(&path, &away).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(matches!(dir.keep_lock(), Err(FileError::DataDirReplaced(_))));
    assert!(matches!(dir.stage(), Err(FileError::DataDirReplaced(_))));
    assert_eq!(path.read_dir().unwrap().count(), 0);
    fs::remove_dir(&path).unwrap();
    fs::rename(&away, &path).unwrap();
    dir.stage().unwrap();
}

#[cfg(unix)]
mod modes {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn an_empty_directory_is_closed_to_other_users() {
        let temp = tempfile::tempdir().unwrap();
        set_mode(temp.path(), 0o775);
        DataDir::open(temp.path()).unwrap();
        assert_eq!(mode(temp.path()), 0o700);
    }

    #[test]
    fn a_directory_of_budgets_alone_is_closed_to_other_users() {
        let temp = tempfile::tempdir().unwrap();
        fs::create_dir(temp.path().join("Home")).unwrap();
        fs::write(temp.path().join("Home/db.sqlite"), "x").unwrap();
        fs::write(temp.path().join("Home/metadata.json"), "{}").unwrap();
        fs::create_dir(temp.path().join(".sync-server")).unwrap();
        drop(DataDir::open(&temp.path().join("sync")).unwrap());
        set_mode(temp.path(), 0o755);
        DataDir::open(temp.path()).unwrap();
        assert_eq!(mode(temp.path()), 0o700);
    }

    #[test]
    fn a_directory_of_an_earlier_program_is_closed_with_all_that_is_in_it() {
        let temp = tempfile::tempdir().unwrap();
        let outside = tempfile::NamedTempFile::new().unwrap();
        let dir = DataDir::open(temp.path()).unwrap();
        with_budget(&dir, "Home", "x");
        drop(dir);
        let database = temp.path().join("Home/db.sqlite");
        symlink(outside.path(), temp.path().join("Home/link")).unwrap();
        set_mode(&database, 0o644);
        set_mode(&temp.path().join("Home"), 0o755);
        set_mode(outside.path(), 0o644);
        set_mode(temp.path(), 0o755);
        DataDir::open(temp.path()).unwrap();
        assert_eq!(mode(temp.path()), 0o700);
        assert_eq!((mode(&temp.path().join("Home")), mode(&database)), (0o700, 0o600));
        assert_eq!(mode(outside.path()), 0o644, "a link leads out of the directory");
    }

    #[test]
    fn a_directory_of_other_things_is_refused_in_words_and_left_alone() {
        let temp = tempfile::tempdir().unwrap();
        for name in ["photo.png", "letter.txt", "notes.txt"] {
            fs::write(temp.path().join(name), "x").unwrap();
        }
        set_mode(temp.path(), 0o755);
        let error = DataDir::open(temp.path()).unwrap_err();
        assert!(matches!(error, FileError::DataDirOpen { .. }));
        assert!(error.to_string().contains("chmod 700"), "{error}");
        assert!(error.to_string().contains("/letter.txt\n"), "{error}");
        assert_eq!(mode(temp.path()), 0o755);
        assert_eq!(names(temp.path()), ["letter.txt", "notes.txt", "photo.png"]);
        set_mode(temp.path(), 0o700);
        DataDir::open(temp.path()).unwrap();
    }

    #[test]
    fn files_of_others_keep_their_modes_also_beside_a_lock_of_ours() {
        let temp = tempfile::tempdir().unwrap();
        fs::write(temp.path().join(".lock"), "").unwrap();
        fs::create_dir(temp.path().join("Shared")).unwrap();
        fs::write(temp.path().join("Shared/letter.txt"), "x").unwrap();
        fs::write(temp.path().join(".profile"), "x").unwrap();
        let foreign =
            ["Shared", "Shared/letter.txt", ".profile"].map(|name| temp.path().join(name));
        for path in &foreign {
            set_mode(path, 0o755);
        }
        set_mode(temp.path(), 0o755);
        assert!(matches!(DataDir::open(temp.path()), Err(FileError::DataDirOpen { .. })));
        set_mode(temp.path(), 0o700);
        let dir = DataDir::open(temp.path()).unwrap();
        with_budget(&dir, "Home", "x");
        drop(dir);
        set_mode(&temp.path().join("Home"), 0o755);
        DataDir::open(temp.path()).unwrap();
        assert_eq!(foreign.each_ref().map(|path| mode(path)), [0o755; 3]);
        assert_eq!(mode(&temp.path().join("Home")), 0o700);
    }
}
