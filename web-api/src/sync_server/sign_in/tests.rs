//! Passwords and sessions at the door.

use sobre_actors::environment::Environment;

use super::*;

const DAY: &str = "2026-11-20";

fn door() -> (Door, tempfile::TempDir) {
    let dir = tempfile::tempdir().unwrap();
    let environment = Environment::fixed(DAY.parse().unwrap());
    let store = Store::open(&dir.path().join("sync"), environment).unwrap();
    (Door::new(Arc::new(store)), dir)
}

fn guest(name: &str) -> Guest {
    Guest { address: None, name: name.to_owned(), now_ms: 0 }
}

#[test]
fn a_password_is_set_once_and_lets_in() {
    let (door, _dir) = door();
    assert!(!door.is_set_up().unwrap());
    let before = door.sign_in("secret", &guest("")).unwrap_err();
    assert_eq!(before.word(), Some("invalid-password"));
    let token = door.bootstrap("secret", &guest("first")).unwrap();
    assert_eq!(door.signed_in(&token).unwrap().session.name, "first");
    let again = door.bootstrap("other", &guest("")).unwrap_err();
    assert_eq!(again.word(), Some("already-bootstrapped"));
    assert_eq!(door.sign_in("other", &guest("")).unwrap_err().word(), Some("invalid-password"));
    let second = door.sign_in("secret", &guest("second")).unwrap();
    assert_ne!(token, second);
    assert_eq!(door.store().sessions().len(), 2);
}

#[test]
fn sessions_stay_when_the_password_changes_and_end_when_told() {
    let (door, _dir) = door();
    let token = door.bootstrap("secret", &guest("first")).unwrap();
    let other = door.sign_in("secret", &guest("second")).unwrap();
    assert_eq!(door.change_password("").unwrap_err().word(), Some("invalid-password"));
    door.change_password("changed").unwrap();
    assert!(door.signed_in(&token).is_some() && door.signed_in(&other).is_some());
    assert_eq!(door.sign_in("secret", &guest("")).unwrap_err().word(), Some("invalid-password"));
    let own = door.signed_in(&token).unwrap().session.id;
    assert_eq!(door.store().end_sessions(|session| session.id != own).unwrap(), 1);
    assert!(door.signed_in(&token).is_some() && door.signed_in(&other).is_none());
}

#[test]
fn neither_password_nor_token_is_stored() {
    let (door, dir) = door();
    let token = door.bootstrap("a very secret word", &guest("")).unwrap();
    drop(door);
    for entry in std::fs::read_dir(dir.path().join("sync")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let bytes = std::fs::read(&path).unwrap();
            let holds = |text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
            assert!(!holds("a very secret word") && !holds(&token), "{}", path.display());
        }
    }
}

#[test]
fn sessions_survive_a_restart() {
    let (door, dir) = door();
    let token = door.bootstrap("secret", &guest("first")).unwrap();
    drop(door);
    let environment = Environment::fixed(DAY.parse().unwrap());
    let store = Store::open(&dir.path().join("sync"), environment).unwrap();
    let door = Door::new(Arc::new(store));
    assert!(door.signed_in(&token).is_some());
    assert!(door.signed_in("other").is_none());
}

#[test]
fn far_too_long_passwords_are_refused_before_they_are_hashed() {
    let (door, _dir) = door();
    let long = "x".repeat(PASSWORD_BYTES + 1);
    assert_eq!(door.bootstrap(&long, &guest("")).unwrap_err().word(), Some("invalid-password"));
    assert!(door.bootstrap(&"x".repeat(PASSWORD_BYTES), &guest("")).is_ok());
}
