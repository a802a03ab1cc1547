//! Delivery of the built frontend: compressed, cached and revalidated.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod common;

use common::Program;
use common::sync::{Answer, request};

struct Frontend {
    program: Program,
    bearer: String,
}

impl Frontend {
    fn start() -> Self {
        let program = Program::start();
        let bearer = format!("Bearer {}", program.token);
        Self { program, bearer }
    }

    fn get(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut headers = headers.to_vec();
        headers.push(("authorization", &self.bearer));
        request(&self.program.url, "GET", path, &headers, None)
    }

    /// Path of the page's first script.
    fn script(&self) -> String {
        let page = self.get("/budget", &[]).text();
        let after = page.split("src=\"/assets/").nth(1).expect("npm run build was run");
        format!("/assets/{}", after.split('"').next().unwrap())
    }
}

#[test]
fn files_come_in_the_form_that_the_browser_takes() {
    let frontend = Frontend::start();
    for path in [frontend.script().as_str(), "/theme.js", "/icon.svg", "/budget"] {
        let plain = frontend.get(path, &[("accept-encoding", "identity")]);
        assert_eq!((plain.status, plain.header("content-encoding")), (200, ""), "{path}");
        let mut tags = vec![plain.header("etag").to_owned()];
        for (wanted, encoding) in [("gzip, deflate, br", "br"), ("gzip, br;q=0.5", "gzip")] {
            let packed = frontend.get(path, &[("accept-encoding", wanted)]);
            assert_eq!(packed.header("content-encoding"), encoding, "{path}: npm run build");
            assert_eq!(packed.header("vary"), "accept-encoding");
            assert_eq!(packed.content_type(), plain.content_type());
            tags.push(packed.header("etag").to_owned());
        }
        tags.sort();
        tags.dedup();
        assert_eq!(tags.len(), 3, "each form has a name of its own: {tags:?}");
    }
    let script = frontend.script();
    assert_eq!(frontend.get(&format!("{script}.br"), &[]).status, 404);
}

#[test]
fn hashed_files_stay_and_the_page_is_asked_for_again() {
    let frontend = Frontend::start();
    let script = frontend.get(&frontend.script(), &[]);
    assert_eq!(script.header("cache-control"), "public, max-age=31536000, immutable");
    for path in ["/budget", "/theme.js"] {
        let first = frontend.get(path, &[]);
        assert_eq!((first.status, first.header("cache-control")), (200, "no-cache"), "{path}");
        let tag = first.header("etag");
        let known = format!("\"other\", W/{tag}");
        for known in [tag, known.as_str()] {
            let again = frontend.get(path, &[("if-none-match", known)]);
            assert_eq!((again.status, again.body.len()), (304, 0), "{path}: {known}");
            assert_eq!(again.header("etag"), tag);
        }
        assert_eq!(frontend.get(path, &[("if-none-match", "\"other\"")]).status, 200);
    }
    let stranger =
        request(&frontend.program.url, "GET", "/budget", &[("if-none-match", "*")], None);
    assert_eq!((stranger.status, stranger.header("cache-control")), (401, "no-store"));
}
