//! Passwords and sessions.

use sobre_actors::environment::Environment;

use super::*;

const DAY: &str = "2026-11-20";

fn auth() -> (Auth, tempfile::TempDir) {
    let dir = tempfile::tempdir().unwrap();
    let environment = Environment::fixed(DAY.parse().unwrap());
    let store = Store::open(&dir.path().join("sync"), environment).unwrap();
    (Auth::new(Arc::new(store), Proxies::default()), dir)
}

fn client(name: &str) -> Client {
    Client { name: name.to_owned(), is_here: true, ..Client::default() }
}

#[test]
fn a_password_is_set_once_and_lets_in() {
    let (auth, _dir) = auth();
    assert!(!auth.is_set_up().unwrap());
    let before = auth.sign_in("secret", &client("")).unwrap_err();
    assert_eq!(before.word(), Some("invalid-password"));
    let token = auth.bootstrap("secret", None, &client("first")).unwrap();
    assert_eq!(auth.signed_in(&token).unwrap().session.name, "first");
    let again = auth.bootstrap("other", None, &client("")).unwrap_err();
    assert_eq!(again.word(), Some("already-bootstrapped"));
    assert_eq!(auth.sign_in("other", &client("")).unwrap_err().word(), Some("invalid-password"));
    let second = auth.sign_in("secret", &client("second")).unwrap();
    assert_ne!(token, second);
    assert_eq!(auth.store().sessions().len(), 2);
}

#[test]
fn sessions_survive_a_password_change_and_end_on_request() {
    let (auth, _dir) = auth();
    let token = auth.bootstrap("secret", None, &client("first")).unwrap();
    let other = auth.sign_in("secret", &client("second")).unwrap();
    assert_eq!(auth.change_password("").unwrap_err().word(), Some("invalid-password"));
    auth.change_password("changed").unwrap();
    assert!(auth.signed_in(&token).is_some() && auth.signed_in(&other).is_some());
    assert_eq!(auth.sign_in("secret", &client("")).unwrap_err().word(), Some("invalid-password"));
    let own = auth.signed_in(&token).unwrap().session.id;
    assert_eq!(auth.store().end_sessions(|session| session.id != own).unwrap(), 1);
    assert!(auth.signed_in(&token).is_some() && auth.signed_in(&other).is_none());
}

#[test]
fn neither_password_nor_token_is_stored() {
    let (auth, dir) = auth();
    let token = auth.bootstrap("a very secret word", None, &client("")).unwrap();
    drop(auth);
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
    let (auth, dir) = auth();
    let token = auth.bootstrap("secret", None, &client("first")).unwrap();
    drop(auth);
    let environment = Environment::fixed(DAY.parse().unwrap());
    let store = Store::open(&dir.path().join("sync"), environment).unwrap();
    let auth = Auth::new(Arc::new(store), Proxies::default());
    assert!(auth.signed_in(&token).is_some());
    assert!(auth.signed_in("other").is_none());
}

#[test]
fn far_too_long_passwords_are_refused_before_they_are_hashed() {
    let (auth, _dir) = auth();
    let long = "x".repeat(PASSWORD_BYTES + 1);
    assert_eq!(
        auth.bootstrap(&long, None, &client("")).unwrap_err().word(),
        Some("invalid-password")
    );
    assert!(auth.bootstrap(&"x".repeat(PASSWORD_BYTES), None, &client("")).is_ok());
}

#[test]
fn from_elsewhere_the_first_password_is_set_with_the_code_that_was_shown() {
    let (auth, _dir) = auth();
    let elsewhere = Client { is_here: false, ..client("") };
    let word =
        |code: Option<&str>| auth.bootstrap("secret", code, &elsewhere).map_err(|e| e.word());
    assert_eq!(word(None), Err(Some("setup-code-required")));
    assert_eq!(word(Some("")), Err(Some("setup-code-required")));
    assert_eq!(word(Some("AAAA-AAAA-AAAA")), Err(Some("invalid-setup-code")), "none was shown yet");
    let code = auth.setup_code().unwrap().unwrap().to_owned();
    assert_eq!(code.len(), 14);
    assert_eq!(auth.setup_code().unwrap(), Some(code.as_str()));
    let wrong = auth.bootstrap("secret", Some("AAAA-AAAA-AAAA"), &client("")).unwrap_err();
    assert_eq!(wrong.word(), Some("invalid-setup-code"), "a wrong one counts here as well");
    assert!(word(Some(&code.to_lowercase())).is_ok());
    assert_eq!(auth.setup_code().unwrap(), None);
    assert_eq!(word(Some(&code)), Err(Some("already-bootstrapped")));
}

#[test]
fn codes_are_guessed_no_more_often_than_passwords() {
    let (auth, _dir) = auth();
    let elsewhere = Client { is_here: false, ..client("") };
    let code = auth.setup_code().unwrap().unwrap().to_owned();
    for _ in 0..5 {
        auth.bootstrap("secret", Some("AAAA-AAAA-AAAA"), &elsewhere).unwrap_err();
    }
    let refused = auth.bootstrap("secret", Some(&code), &elsewhere).unwrap_err();
    assert_eq!(refused.word(), Some("too-many-requests"));
}

#[test]
fn the_code_may_stand_in_front_of_the_password() {
    let (auth, _dir) = auth();
    let elsewhere = Client { is_here: false, ..client("") };
    let code = auth.setup_code().unwrap().unwrap().to_owned();
    let word = |password: &str| auth.bootstrap(password, None, &elsewhere).map_err(|e| e.word());
    for without in ["secret", &code, &format!("{code}secret"), &format!("x{code} secret")] {
        assert_eq!(word(without), Err(Some("setup-code-required")), "{without}");
    }
    assert_eq!(word("AAAA-AAAA-AAAA secret"), Err(Some("invalid-setup-code")), "that is a guess");
    assert_eq!(word(&format!("{code} ")), Err(Some("invalid-password")), "nothing behind it");
    assert!(word(&format!("{}  my secret", code.to_lowercase())).is_ok());
    assert!(auth.sign_in("my secret", &elsewhere).is_ok());
}

#[test]
fn somebody_here_may_have_a_password_that_looks_like_a_code() {
    let (auth, _dir) = auth();
    auth.setup_code().unwrap();
    auth.bootstrap("AAAA-AAAA-AAAA secret", None, &client("")).unwrap();
    assert!(auth.sign_in("AAAA-AAAA-AAAA secret", &client("")).is_ok());
}

#[test]
fn remote_clients_do_not_block_local_sign_in() {
    let (auth, _dir) = auth();
    let here = Client { address: Some([127, 0, 0, 1].into()), ..client("") };
    let page = Client { is_here: false, is_foreign_page: true, ..here.clone() };
    let proxied = Client { is_here: false, ..here.clone() };
    for stranger in [&page, &proxied] {
        for _ in 0..5 {
            auth.bootstrap("theirs", Some("AAAA-AAAA-AAAA"), stranger).unwrap_err();
        }
        let refused = auth.sign_in("secret", stranger).unwrap_err();
        assert_eq!(refused.word(), Some("too-many-requests"));
    }
    auth.bootstrap("secret", None, &here).unwrap();
    assert!(auth.sign_in("secret", &here).is_ok());
}
