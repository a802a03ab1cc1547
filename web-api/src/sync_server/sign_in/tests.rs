//! Passwords and sessions at the door.

use sobre_actors::environment::Environment;

use super::*;

const DAY: &str = "2026-11-20";

fn door() -> (Door, tempfile::TempDir) {
    let dir = tempfile::tempdir().unwrap();
    let environment = Environment::fixed(DAY.parse().unwrap());
    let store = Store::open(&dir.path().join("sync"), environment).unwrap();
    (Door::new(Arc::new(store), Proxies::default()), dir)
}

fn guest(name: &str) -> Guest {
    Guest { name: name.to_owned(), is_here: true, ..Guest::default() }
}

#[test]
fn a_password_is_set_once_and_lets_in() {
    let (door, _dir) = door();
    assert!(!door.is_set_up().unwrap());
    let before = door.sign_in("secret", &guest("")).unwrap_err();
    assert_eq!(before.word(), Some("invalid-password"));
    let token = door.bootstrap("secret", None, &guest("first")).unwrap();
    assert_eq!(door.signed_in(&token).unwrap().session.name, "first");
    let again = door.bootstrap("other", None, &guest("")).unwrap_err();
    assert_eq!(again.word(), Some("already-bootstrapped"));
    assert_eq!(door.sign_in("other", &guest("")).unwrap_err().word(), Some("invalid-password"));
    let second = door.sign_in("secret", &guest("second")).unwrap();
    assert_ne!(token, second);
    assert_eq!(door.store().sessions().len(), 2);
}

#[test]
fn sessions_stay_when_the_password_changes_and_end_when_told() {
    let (door, _dir) = door();
    let token = door.bootstrap("secret", None, &guest("first")).unwrap();
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
    let token = door.bootstrap("a very secret word", None, &guest("")).unwrap();
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
    let token = door.bootstrap("secret", None, &guest("first")).unwrap();
    drop(door);
    let environment = Environment::fixed(DAY.parse().unwrap());
    let store = Store::open(&dir.path().join("sync"), environment).unwrap();
    let door = Door::new(Arc::new(store), Proxies::default());
    assert!(door.signed_in(&token).is_some());
    assert!(door.signed_in("other").is_none());
}

#[test]
fn far_too_long_passwords_are_refused_before_they_are_hashed() {
    let (door, _dir) = door();
    let long = "x".repeat(PASSWORD_BYTES + 1);
    assert_eq!(
        door.bootstrap(&long, None, &guest("")).unwrap_err().word(),
        Some("invalid-password")
    );
    assert!(door.bootstrap(&"x".repeat(PASSWORD_BYTES), None, &guest("")).is_ok());
}

#[test]
fn from_elsewhere_the_first_password_is_set_with_the_code_that_was_shown() {
    let (door, _dir) = door();
    let elsewhere = Guest { is_here: false, ..guest("") };
    let word =
        |code: Option<&str>| door.bootstrap("secret", code, &elsewhere).map_err(|e| e.word());
    assert_eq!(word(None), Err(Some("setup-code-required")));
    assert_eq!(word(Some("")), Err(Some("setup-code-required")));
    assert_eq!(word(Some("AAAA-AAAA-AAAA")), Err(Some("invalid-setup-code")), "none was shown yet");
    let code = door.setup_code().unwrap().unwrap().to_owned();
    assert_eq!(code.len(), 14);
    assert_eq!(door.setup_code().unwrap(), Some(code.as_str()));
    let wrong = door.bootstrap("secret", Some("AAAA-AAAA-AAAA"), &guest("")).unwrap_err();
    assert_eq!(wrong.word(), Some("invalid-setup-code"), "a wrong one counts here as well");
    assert!(word(Some(&code.to_lowercase())).is_ok());
    assert_eq!(door.setup_code().unwrap(), None);
    assert_eq!(word(Some(&code)), Err(Some("already-bootstrapped")));
}

#[test]
fn codes_are_guessed_no_more_often_than_passwords() {
    let (door, _dir) = door();
    let elsewhere = Guest { is_here: false, ..guest("") };
    let code = door.setup_code().unwrap().unwrap().to_owned();
    for _ in 0..5 {
        door.bootstrap("secret", Some("AAAA-AAAA-AAAA"), &elsewhere).unwrap_err();
    }
    let refused = door.bootstrap("secret", Some(&code), &elsewhere).unwrap_err();
    assert_eq!(refused.word(), Some("too-many-requests"));
}

#[test]
fn the_code_may_stand_in_front_of_the_password() {
    let (door, _dir) = door();
    let elsewhere = Guest { is_here: false, ..guest("") };
    let code = door.setup_code().unwrap().unwrap().to_owned();
    let word = |password: &str| door.bootstrap(password, None, &elsewhere).map_err(|e| e.word());
    for without in ["secret", &code, &format!("{code}secret"), &format!("x{code} secret")] {
        assert_eq!(word(without), Err(Some("setup-code-required")), "{without}");
    }
    assert_eq!(word("AAAA-AAAA-AAAA secret"), Err(Some("invalid-setup-code")), "that is a guess");
    assert_eq!(word(&format!("{code} ")), Err(Some("invalid-password")), "nothing behind it");
    assert!(word(&format!("{}  my secret", code.to_lowercase())).is_ok());
    assert!(door.sign_in("my secret", &elsewhere).is_ok());
}

#[test]
fn somebody_here_may_have_a_password_that_looks_like_a_code() {
    let (door, _dir) = door();
    door.setup_code().unwrap();
    door.bootstrap("AAAA-AAAA-AAAA secret", None, &guest("")).unwrap();
    assert!(door.sign_in("AAAA-AAAA-AAAA secret", &guest("")).is_ok());
}

#[test]
fn nobody_elsewhere_holds_up_somebody_here() {
    let (door, _dir) = door();
    let here = Guest { address: Some([127, 0, 0, 1].into()), ..guest("") };
    let page = Guest { is_here: false, is_foreign_page: true, ..here.clone() };
    let proxied = Guest { is_here: false, ..here.clone() };
    for stranger in [&page, &proxied] {
        for _ in 0..5 {
            door.bootstrap("theirs", Some("AAAA-AAAA-AAAA"), stranger).unwrap_err();
        }
        let refused = door.sign_in("secret", stranger).unwrap_err();
        assert_eq!(refused.word(), Some("too-many-requests"));
    }
    door.bootstrap("secret", None, &here).unwrap();
    assert!(door.sign_in("secret", &here).is_ok());
}
