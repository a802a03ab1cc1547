use actix_web::test::TestRequest;

use super::*;

fn endings(wanted: &str) -> String {
    let request = TestRequest::default().insert_header((header::ACCEPT_ENCODING, wanted));
    accepted(&request.to_http_request()).into_iter().map(|(_, ending)| ending).collect()
}

#[test]
fn the_form_a_browser_wants_most_comes_first() {
    for (wanted, expected) in [
        ("gzip, deflate, br, zstd", ".br.gz"),
        ("gzip", ".gz"),
        ("br;q=0.5, gzip;q=0.8", ".gz.br"),
        ("br;q=0, gzip", ".gz"),
        ("*", ".br.gz"),
        ("*;q=0.1, br;q=0", ".gz"),
        ("identity, gzip;q=0.5", ""),
        ("identity;q=0.5, gzip;q=0.5", ".gz"),
        ("GZIP;Q=1", ".gz"),
        ("deflate, zstd", ""),
        ("identity;q=0", ""),
        ("br;q=2", ""),
        ("", ""),
        (",,;q", ""),
    ] {
        assert_eq!(endings(wanted), expected, "{wanted}");
    }
    assert_eq!(accepted(&TestRequest::default().to_http_request()), []);
}
