//! Serves a file in the smallest form that the browser takes, and only if it has changed. The build
//! lays compressed forms beside the files; nothing is compressed while somebody waits.

use std::borrow::Cow;
use std::cmp::Reverse;

use actix_web::http::header::{
    self, AcceptEncoding, ContentEncoding, Encoding, EntityTag, Header as _, IfNoneMatch,
    Preference, Quality,
};
use actix_web::{HttpRequest, HttpResponse};
use bytes::Bytes;
use rust_embed::EmbeddedFile;

use super::Frontend;

/// Compressed forms and the endings of their names, best first.
const FORMS: &[(ContentEncoding, &str)] =
    &[(ContentEncoding::Brotli, ".br"), (ContentEncoding::Gzip, ".gz")];

/// Whether a name is that of a compressed form, which nobody asks for by name.
pub(super) fn is_packed_form(path: &str) -> bool {
    FORMS.iter().any(|(_, ending)| path.ends_with(ending))
}

/// A file in the form that a request takes.
pub(super) struct Asset {
    mime: String,
    file: EmbeddedFile,
    encoding: Option<ContentEncoding>,
}

impl Asset {
    /// The file of this name.
    pub(super) fn find(path: &str, request: &HttpRequest) -> Option<Self> {
        let plain = Frontend::get(path)?;
        let mime = plain.metadata.mimetype().to_owned();
        let forms = accepted(request).into_iter();
        let packed =
            forms.map(|(encoding, ending)| (encoding, Frontend::get(&format!("{path}{ending}"))));
        let found = packed.into_iter().find_map(|(encoding, file)| Some((encoding, file?)));
        let (encoding, file) = match found {
            Some((encoding, file)) => (Some(encoding), file),
            None => (None, plain),
        };
        Some(Self { mime, file, encoding })
    }

    /// The file, or that it is still what the browser has.
    pub(super) fn answer(self, request: &HttpRequest, caching: &'static str) -> HttpResponse {
        let tag = self.tag();
        let is_known = IfNoneMatch::parse(request).is_ok_and(|known| match known {
            IfNoneMatch::Any => false,
            IfNoneMatch::Items(tags) => tags.iter().any(|known| known.weak_eq(&tag)),
        });
        let mut answer = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
        answer
            .insert_header((header::CACHE_CONTROL, caching))
            .insert_header((header::VARY, "accept-encoding"))
            .insert_header(header::ETag(tag));
        if is_known {
            return answer.finish();
        }
        if let Some(encoding) = self.encoding {
            answer.insert_header(encoding);
        }
        answer.content_type(self.mime).body(match self.file.data {
            Cow::Borrowed(bytes) => Bytes::from_static(bytes),
            Cow::Owned(bytes) => bytes.into(),
        })
    }

    /// Names the bytes, so that each form has its own.
    fn tag(&self) -> EntityTag {
        let hash = self.file.metadata.sha256_hash();
        EntityTag::new_strong(hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect())
    }
}

/// The compressed forms a request takes: the most wanted first, the smaller one where it does not
/// care, and none that it wants less than the plain file.
fn accepted(request: &HttpRequest) -> Vec<(ContentEncoding, &'static str)> {
    let Ok(wanted) = AcceptEncoding::parse(request) else { return Vec::new() };
    let plain = quality(&wanted, ContentEncoding::Identity).unwrap_or(Quality::ZERO);
    let any = wanted.iter().find(|item| item.item == Preference::Any).map(|item| item.quality);
    let mut forms: Vec<_> = FORMS
        .iter()
        .filter_map(|(encoding, ending)| {
            let quality = quality(&wanted, *encoding).or(any)?;
            (quality > Quality::ZERO && quality >= plain).then_some((quality, *encoding, *ending))
        })
        .collect();
    forms.sort_by_key(|(quality, ..)| Reverse(*quality));
    forms.into_iter().map(|(_, encoding, ending)| (encoding, ending)).collect()
}

/// How much an encoding that a request names is wanted.
fn quality(wanted: &AcceptEncoding, encoding: ContentEncoding) -> Option<Quality> {
    let is_it =
        |preference: &Preference<Encoding>| preference.item() == Some(&Encoding::Known(encoding));
    wanted.iter().find(|item| is_it(&item.item)).map(|item| item.quality)
}

#[cfg(test)]
mod tests;
