//! The signed tokens that requests to Enable Banking carry.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use rustls_pki_types::PrivateKeyDer;
use rustls_pki_types::pem::PemObject as _;
use serde_json::json;

/// How long a token is valid. Each request gets a new one.
const LIFETIME_SECONDS: i64 = 3600;

/// Signs a token for an application; `None` if the text holds no RSA private key.
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

/// Reads a key from PEM text. A form field may have turned its line breaks into spaces.
fn key(pem: &str) -> Option<RsaKeyPair> {
    let der = PrivateKeyDer::from_pem_slice(with_lines(pem).as_bytes()).ok()?;
    match der {
        PrivateKeyDer::Pkcs8(der) => RsaKeyPair::from_pkcs8(der.secret_pkcs8_der()).ok(),
        PrivateKeyDer::Pkcs1(der) => RsaKeyPair::from_der(der.secret_pkcs1_der()).ok(),
        PrivateKeyDer::Sec1(_) | _ => None,
    }
}

/// Puts the begin and end markers of PEM text on separate lines.
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
