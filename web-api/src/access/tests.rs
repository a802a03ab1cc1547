//! Accepted hosts, origins and tokens.

use actix_web::cookie::Cookie;
use actix_web::test::TestRequest;

use super::*;

const TOKEN: &str = "0123456789abcdef";

fn access() -> Access {
    Access::new(TOKEN.to_owned(), 5106)
}

fn host_is_own(host: &str) -> bool {
    let request = TestRequest::get().insert_header((header::HOST, host)).to_http_request();
    access().check_host(request.headers()).is_ok()
}

#[test]
fn only_loopback_names_with_our_port_are_hosts_of_ours() {
    for good in ["localhost:5106", "127.0.0.1:5106", "[::1]:5106", "LOCALHOST:5106"] {
        assert!(host_is_own(good), "{good}");
    }
    let bad = [
        "evil.example",
        "evil.example:5106",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "localhost",
        "127.0.0.1",
        "localhost:80",
        "localhost:05106",
        "localhost:+5106",
        "127.0.0.1:51060",
        "0.0.0.0:5106",
        "127.0.0.2:5106",
        "[::2]:5106",
        "",
        "localhost:5106:5106",
        "localhost@evil.example",
        "evil.example/localhost",
        "[::1",
        "2130706433",
        "0x7f.1:5106",
        "127.1:5106",
        "[::ffff:127.0.0.1]:5106",
        "localhost.:5106",
        " localhost",
    ];
    for bad in bad {
        assert!(!host_is_own(bad), "{bad}");
    }
}

#[test]
fn a_request_without_or_with_two_hosts_is_refused() {
    let none = TestRequest::get().to_http_request();
    assert_eq!(access().check_host(none.headers()), Err(Refusal::Host));
    let two = TestRequest::get()
        .append_header((header::HOST, "localhost:5106"))
        .append_header((header::HOST, "evil.example"))
        .to_http_request();
    assert_eq!(access().check_host(two.headers()), Err(Refusal::Host));
}

fn with_cookie(method: TestRequest, origin: Option<&str>) -> HttpRequest {
    let request = method.cookie(Cookie::new(access().cookie_name(), TOKEN));
    let request = match origin {
        Some(origin) => request.insert_header((header::ORIGIN, origin)),
        None => request,
    };
    request.to_http_request()
}

#[test]
fn a_cookie_needs_an_origin_of_ours_where_something_may_change() {
    let posted = |origin| access().check_call(&with_cookie(TestRequest::post(), origin));
    let opened = |origin| access().check_tab(&with_cookie(TestRequest::get(), origin));
    for good in ["http://127.0.0.1:5106", "http://localhost:5106", "http://[::1]:5106"] {
        assert_eq!((posted(Some(good)), opened(Some(good))), (Ok(()), Ok(())), "{good}");
    }
    for bad in [
        "null",
        "http://evil.example",
        "https://localhost:5106",
        "http://localhost:80",
        "http://localhost",
        "http://127.0.0.1",
        "http://[::1]",
        "http://localhost.:5106",
        "http://localhost:5106.evil.example",
        "http://evil.example@localhost:5106",
        "file://",
        "",
        "http://localhost:5106/path",
    ] {
        assert_eq!(posted(Some(bad)), Err(Refusal::Origin), "{bad}");
        assert_eq!(opened(Some(bad)), Err(Refusal::Origin), "{bad}");
    }
    assert_eq!((posted(None), opened(None)), (Err(Refusal::Origin), Err(Refusal::Origin)));
    for reads in [TestRequest::get(), TestRequest::default().method(Method::HEAD)] {
        assert_eq!(access().check_call(&with_cookie(reads, None)), Ok(()));
    }
    for other in [Method::PUT, Method::DELETE, Method::PATCH, Method::OPTIONS, Method::TRACE] {
        let request = with_cookie(TestRequest::default().method(other.clone()), None);
        assert_eq!(access().check_call(&request), Err(Refusal::Origin), "{other}");
    }
}

#[test]
fn at_port_80_addresses_need_no_port() {
    let access = Access::new(TOKEN.to_owned(), 80);
    let sent = |host: &str, origin: &str| {
        let request = TestRequest::post()
            .insert_header((header::HOST, host))
            .insert_header((header::ORIGIN, origin))
            .cookie(Cookie::new(access.cookie_name(), TOKEN))
            .to_http_request();
        access.check_host(request.headers()).and_then(|()| access.check_call(&request))
    };
    assert_eq!(sent("localhost", "http://localhost"), Ok(()));
    assert_eq!(sent("127.0.0.1:80", "http://127.0.0.1"), Ok(()));
    assert_eq!(sent("localhost", "http://localhost:5106"), Err(Refusal::Origin));
    assert_eq!(sent("localhost:5106", "http://localhost"), Err(Refusal::Host));
}

#[test]
fn a_bearer_token_needs_no_origin_but_refuses_a_foreign_one() {
    let post = |token: &str| {
        TestRequest::post().insert_header((header::AUTHORIZATION, format!("Bearer {token}")))
    };
    assert_eq!(access().check_call(&post(TOKEN).to_http_request()), Ok(()));
    assert_eq!(access().check_call(&post("wrong").to_http_request()), Err(Refusal::Token));
    assert_eq!(access().check_call(&post("").to_http_request()), Err(Refusal::Token));
    let foreign = post(TOKEN).insert_header((header::ORIGIN, "http://evil.example"));
    assert_eq!(access().check_call(&foreign.to_http_request()), Err(Refusal::Origin));
}

#[test]
fn without_a_token_nothing_is_let_in() {
    let request = TestRequest::post().insert_header((header::ORIGIN, "http://localhost:5106"));
    assert_eq!(access().check_call(&request.to_http_request()), Err(Refusal::Token));
}

fn wide() -> Access {
    access().reached_by(true, vec!["https://budget.example".to_owned()])
}

fn wide_host(host: &str) -> bool {
    let request = TestRequest::get().insert_header((header::HOST, host)).to_http_request();
    wide().check_host(request.headers()).is_ok()
}

#[test]
fn bound_wider_numbers_and_configured_names_are_hosts_of_ours_too() {
    for good in ["localhost:5106", "192.168.1.7:5106", "[fe80::1]:5106", "budget.example"] {
        assert!(wide_host(good), "{good}");
    }
    let bad = [
        "evil.example",
        "budget.example:81",
        "budget.example.evil.example",
        "192.168.1.7:80",
        "192.168.1.7.evil.example:5106",
        "192.168.1:5106",
        "fe80::1",
        "[192.168.1.7]:5106",
        "",
    ];
    for bad in bad {
        assert!(!wide_host(bad), "{bad}");
    }
}

#[test]
fn a_page_at_another_number_is_foreign() {
    let sent = |host: &str, origin: &str| {
        let request = TestRequest::post()
            .uri("/api/call/undo")
            .insert_header((header::HOST, host))
            .insert_header((header::ORIGIN, origin))
            .cookie(Cookie::new(access().cookie_name(), TOKEN));
        wide().check_call(&request.to_http_request())
    };
    let own = "192.168.1.7:5106";
    assert_eq!(sent(own, "http://192.168.1.7:5106"), Ok(()));
    assert_eq!(sent("budget.example", "https://budget.example"), Ok(()));
    for foreign in [
        "http://203.0.113.5:5106",
        "http://192.168.1.7",
        "https://192.168.1.7:5106",
        "http://budget.example",
        "https://evil.example",
        "null",
    ] {
        assert_eq!(sent(own, foreign), Err(Refusal::Origin), "{foreign}");
    }
}

#[test]
fn a_ticket_lets_one_browser_in_and_the_token_any() {
    let access = access().with_ticket("ticket".to_owned());
    for stranger in ["", "ticke", "tickets", "0123456789abcde"] {
        assert_eq!(access.let_in(stranger), None, "{stranger}");
    }
    assert_eq!(access.let_in("ticket").as_deref(), Some(TOKEN));
    assert_eq!(access.let_in("ticket"), None, "it was used");
    assert!(!access.is_good("ticket"), "it is no token");
    for _ in 0..2 {
        assert_eq!(access.let_in(TOKEN).as_deref(), Some(TOKEN));
    }
}

#[test]
fn a_new_token_ends_a_ticket_that_was_not_used() {
    let access = access().with_ticket("ticket".to_owned());
    access.renew_token("fedcba9876543210".to_owned());
    assert_eq!(access.let_in("ticket"), None);
}
