//! Decides which uploads of a file to keep, as for backups: 3 of the current day, the newest of
//! each other day, 10 in all, and always the current one.

use std::collections::HashSet;

use super::rows::UploadRow;

const OF_TODAY: usize = 3;
const IN_ALL: usize = 10;
const DAY_MS: i64 = 86_400_000;

/// The key id in an encryption's metadata.
pub(super) fn key_of(encrypt_meta: Option<&str>) -> Option<String> {
    let meta: serde_json::Value = serde_json::from_str(encrypt_meta?).ok()?;
    meta.get("keyId")?.as_str().filter(|id| !id.is_empty()).map(str::to_owned)
}

/// The uploads to remove, of `uploads` newest first. Includes those under another key than the
/// current one: encrypting a file must not leave its plain past on the server.
pub(super) fn outlived(uploads: &[UploadRow], now_ms: i64) -> Vec<String> {
    let current = uploads.iter().find(|upload| upload.current);
    let key = current.and_then(|upload| key_of(upload.encrypt_meta.as_deref()));
    let today = now_ms.div_euclid(DAY_MS);
    let (mut of_today, mut in_all, mut days) = (0, 0, HashSet::new());
    let mut gone = Vec::new();
    for upload in uploads {
        let day = upload.made_ms.div_euclid(DAY_MS);
        let fresh = if day == today {
            of_today += 1;
            of_today <= OF_TODAY
        } else {
            days.insert(day)
        };
        let same_key = key_of(upload.encrypt_meta.as_deref()) == key;
        let stays = fresh && same_key && in_all < IN_ALL;
        in_all += usize::from(stays);
        if !stays && !upload.current {
            gone.push(upload.id.clone());
        }
    }
    gone
}

#[cfg(test)]
mod tests {
    use super::*;

    fn upload(id: &str, made_ms: i64, key: Option<&str>) -> UploadRow {
        UploadRow {
            id: id.to_owned(),
            made_ms,
            bytes: 1,
            name: String::new(),
            current: false,
            encrypt_meta: key.map(|key| format!("{{\"keyId\":\"{key}\"}}")),
        }
    }

    #[test]
    fn three_of_today_and_one_of_each_other_day_are_kept() {
        let now = 20 * DAY_MS + 5_000;
        let mut uploads: Vec<_> = (0..5).map(|n| upload(&format!("t{n}"), now - n, None)).collect();
        for day in 1..20 {
            for hour in 0..2 {
                let made = now - day * DAY_MS - hour;
                uploads.push(upload(&format!("d{day}-{hour}"), made, None));
            }
        }
        uploads[0].current = true;
        let gone = outlived(&uploads, now);
        let kept: Vec<_> =
            uploads.iter().map(|upload| &upload.id).filter(|id| !gone.contains(id)).collect();
        let days = ["t0", "t1", "t2", "d1-0", "d2-0", "d3-0", "d4-0", "d5-0", "d6-0", "d7-0"];
        assert_eq!(kept, days);
    }

    #[test]
    fn the_current_one_stays_however_old() {
        let now = 100 * DAY_MS;
        let mut uploads: Vec<_> =
            (0..50).map(|day| upload(&format!("d{day}"), now - day * DAY_MS, None)).collect();
        uploads[49].current = true;
        assert!(!outlived(&uploads, now).contains(&"d49".to_owned()));
    }

    #[test]
    fn what_was_uploaded_under_another_key_or_plain_goes() {
        let mut uploads = [
            upload("new", 30, Some("k2")),
            upload("old", 20, Some("k1")),
            upload("plain", 10, None),
        ];
        uploads[0].current = true;
        assert_eq!(outlived(&uploads, 40), ["old", "plain"]);
    }
}
