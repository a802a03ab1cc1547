//! The signed tokens that requests to Enable Banking carry.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use rustls_pki_types::PrivateKeyDer;
use rustls_pki_types::pem::PemObject as _;
use serde_json::json;

/// How long a token is good; it is made for one request.
const LIFETIME_SECONDS: i64 = 3600;

/// A token of an application; `None` if the text holds no private key of RSA.
pub(super) fn signed(application: &str, pem: &str, now_ms: i64) -> Option<String> {
    let key = key(pem)?;
    let now = now_ms.div_euclid(1000);
    let head = json!({ "typ": "JWT", "alg": "RS256", "kid": application });
    let claims = json!({
        "iss": "enablebanking.com",
        "aud": "api.enablebanking.com",
        "iat": now,
        "exp": now + LIFETIME_SECONDS,
    });
    let part = |value: &serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let text = format!("{}.{}", part(&head), part(&claims));
    let mut signature = vec![0; key.public().modulus_len()];
    let random = SystemRandom::new();
    key.sign(&RSA_PKCS1_SHA256, &random, text.as_bytes(), &mut signature).ok()?;
    Some(format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature)))
}

/// The key of a PEM text. Pasted through a form its line breaks may have become blanks.
fn key(pem: &str) -> Option<RsaKeyPair> {
    let der = PrivateKeyDer::from_pem_slice(with_lines(pem).as_bytes()).ok()?;
    match der {
        PrivateKeyDer::Pkcs8(der) => RsaKeyPair::from_pkcs8(der.secret_pkcs8_der()).ok(),
        PrivateKeyDer::Pkcs1(der) => RsaKeyPair::from_der(der.secret_pkcs1_der()).ok(),
        PrivateKeyDer::Sec1(_) | _ => None,
    }
}

/// Puts the marks of a PEM text on lines of their own.
fn with_lines(pem: &str) -> String {
    let text = pem.trim().replace("\\n", "\n").replace('\r', "");
    let parts: Vec<&str> = text.split("-----").map(str::trim).collect();
    match parts.as_slice() {
        ["", begin, body, end, ""] => {
            let body: String = body.split_whitespace().collect();
            format!("-----{begin}-----\n{body}\n-----{end}-----\n")
        }
        _ => text,
    }
}
