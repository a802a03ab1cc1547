//! Joins the list of local budgets with the server's and determines their sync states.

use sobre_engine::sync::api::RemoteFile;

use crate::contract::files::{BudgetFile, FileState};
use crate::files::ListedBudget;

/// Joins both lists; `remote` is `None` if the server could not be reached. `has_key` says whether
/// this device has the key of a file.
pub(crate) fn joined(
    local: Vec<ListedBudget>,
    remote: Option<Vec<RemoteFile>>,
    has_key: impl Fn(&str, &str) -> bool,
) -> Vec<BudgetFile> {
    let remote = remote.map(|files| files.into_iter().filter(|file| !file.deleted));
    let remote: Option<Vec<RemoteFile>> = remote.map(Iterator::collect);
    let known = |file: Option<&str>, key: Option<&str>| {
        file.zip(key).is_some_and(|(file, key)| has_key(file, key))
    };
    let mut all: Vec<BudgetFile> = local
        .into_iter()
        .map(|budget| {
            let at_server = remote.as_deref().map(|files| found(files, &budget));
            let state = state(&budget, at_server);
            // Another device may have encrypted it or changed its key.
            let encrypt_key_id = match at_server.flatten() {
                Some(file) => file.encrypt_key_id.clone(),
                None => budget.encrypt_key_id,
            };
            BudgetFile {
                state,
                has_key: known(budget.cloud_file_id.as_deref(), encrypt_key_id.as_deref()),
                id: budget.id.to_string(),
                name: budget.name,
                cloud_file_id: budget.cloud_file_id,
                group_id: budget.group_id,
                encrypt_key_id,
                deleted: false,
                changed_ms: budget.changed_ms,
                bytes: budget.bytes,
            }
        })
        .collect();
    for file in remote.into_iter().flatten() {
        if all.iter().any(|known| known.cloud_file_id.as_ref() == Some(&file.file_id)) {
            continue;
        }
        all.push(BudgetFile {
            id: String::new(),
            has_key: known(Some(&file.file_id), file.encrypt_key_id.as_deref()),
            name: file.name,
            cloud_file_id: Some(file.file_id),
            group_id: file.group_id,
            encrypt_key_id: file.encrypt_key_id,
            deleted: false,
            state: FileState::Remote,
            changed_ms: None,
            bytes: None,
        });
    }
    all.sort_by_cached_key(|file| {
        (file.state == FileState::Broken, file.name.to_lowercase(), file.id.clone())
    });
    all
}

fn found<'a>(files: &'a [RemoteFile], budget: &ListedBudget) -> Option<&'a RemoteFile> {
    files.iter().find(|file| Some(&file.file_id) == budget.cloud_file_id.as_ref())
}

/// `at_server` is `None` if the server could not be reached.
fn state(budget: &ListedBudget, at_server: Option<Option<&RemoteFile>>) -> FileState {
    match (&budget.cloud_file_id, at_server) {
        (None, _) => FileState::Local,
        (Some(_), None) => FileState::Unknown,
        (Some(_), Some(None)) => FileState::Broken,
        (Some(_), Some(Some(file))) if file.group_id == budget.group_id => FileState::Synced,
        (Some(_), Some(Some(_))) => FileState::Detached,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::BudgetId;

    fn local(id: &str, name: &str, cloud: Option<(&str, &str)>) -> ListedBudget {
        ListedBudget {
            id: BudgetId::parse(id).unwrap(),
            name: name.to_owned(),
            cloud_file_id: cloud.map(|(file, _)| file.to_owned()),
            group_id: cloud.map(|(_, group)| group.to_owned()),
            encrypt_key_id: Some("key-1".to_owned()),
            changed_ms: None,
            bytes: None,
        }
    }

    fn remote(file: &str, name: &str, deleted: bool) -> RemoteFile {
        RemoteFile {
            file_id: file.to_owned(),
            group_id: Some("g1".to_owned()),
            name: name.to_owned(),
            deleted,
            encrypt_key_id: Some("key-2".to_owned()),
        }
    }

    fn budgets() -> Vec<ListedBudget> {
        vec![
            local("b-1", "beta", Some(("f1", "g1"))),
            local("a-1", "Alpha", None),
            local("c-1", "Aardvark", Some(("gone", "g1"))),
            local("d-1", "delta", Some(("f2", "g0"))),
            local("e-1", "Echo", Some(("f4", "g1"))),
        ]
    }

    fn listed(files: &[BudgetFile]) -> Vec<(&str, FileState)> {
        files.iter().map(|file| (file.name.as_str(), file.state)).collect()
    }

    #[test]
    fn every_state_comes_from_the_two_lists() {
        let files = vec![
            remote("f1", "beta", false),
            remote("f2", "delta", false),
            remote("f3", "Charlie", false),
            remote("f4", "Echo", true),
            remote("f5", "hidden", true),
        ];
        let all = joined(budgets(), Some(files), |file, key| (file, key) == ("f3", "key-2"));
        let expected = [
            ("Alpha", FileState::Local),
            ("beta", FileState::Synced),
            ("Charlie", FileState::Remote),
            ("delta", FileState::Detached),
            ("Aardvark", FileState::Broken),
            ("Echo", FileState::Broken),
        ];
        assert_eq!(listed(&all), expected);
        let with_key: Vec<_> = all.iter().filter(|file| file.has_key).map(|it| &*it.name).collect();
        assert_eq!(with_key, ["Charlie"]);
        assert_eq!((all[2].id.as_str(), all[2].cloud_file_id.as_deref()), ("", Some("f3")));
    }

    #[test]
    fn the_key_of_a_file_is_the_one_the_server_tells() {
        let mut encrypted = remote("f1", "beta", false);
        encrypted.encrypt_key_id = Some("key-3".to_owned());
        let files = vec![encrypted, remote("f2", "delta", false)];
        let all = joined(budgets(), Some(files), |_, key| key == "key-1");
        let of = |name: &str| all.iter().find(|file| file.name == name).unwrap();
        assert_eq!(
            (of("beta").encrypt_key_id.as_deref(), of("beta").has_key),
            (Some("key-3"), false)
        );
    }

    #[test]
    fn without_the_servers_list_states_are_unknown() {
        let all = joined(budgets(), None, |_, _| false);
        let expected = [
            ("Aardvark", FileState::Unknown),
            ("Alpha", FileState::Local),
            ("beta", FileState::Unknown),
            ("delta", FileState::Unknown),
            ("Echo", FileState::Unknown),
        ];
        assert_eq!(listed(&all), expected);
    }
}
