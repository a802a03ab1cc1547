//! Serves a file in the smallest form that the browser accepts, and only if it has changed. The
//! build writes compressed forms beside the files; nothing is compressed during a request.

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

/// Compressed forms and their file name endings, best first.
const FORMS: &[(ContentEncoding, &str)] =
    &[(ContentEncoding::Brotli, ".br"), (ContentEncoding::Gzip, ".gz")];

/// Whether a name is that of a compressed form, which has no URL of its own.
pub(super) fn is_packed_form(path: &str) -> bool {
    FORMS.iter().any(|(_, ending)| path.ends_with(ending))
}

/// A file in the form that a request accepts.
pub(super) struct Asset {
    mime: String,
    file: EmbeddedFile,
    encoding: Option<ContentEncoding>,
}

impl Asset {
    /// Finds a file by name.
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

    /// The file, or `304 Not Modified`.
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

    /// Identifies the bytes, so each form has its own tag.
    fn tag(&self) -> EntityTag {
        let hash = self.file.metadata.sha256_hash();
        EntityTag::new_strong(hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect())
    }
}

/// The compressed forms that a request accepts, in its order of preference, smaller ones first
/// among equals, and none that it ranks below the plain file.
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

/// A request's preference for an encoding.
fn quality(wanted: &AcceptEncoding, encoding: ContentEncoding) -> Option<Quality> {
    let is_it =
        |preference: &Preference<Encoding>| preference.item() == Some(&Encoding::Known(encoding));
    wanted.iter().find(|item| is_it(&item.item)).map(|item| item.quality)
}

#[cfg(test)]
mod tests;
