//! Transactions that were imported and deleted, where they are not to come back.

use std::collections::HashMap;

use sobre_engine::statements::Line;

use crate::calls::said::{line_of, merged_lines};
use crate::contract::CallError;
use crate::contract::statements::ImportOptions;
use crate::db::read;
use crate::db::read::statements::OfStatement;
use crate::world::World;

/// The ids and lines of deleted transactions; none of them if deleted ones may come back.
#[derive(Default)]
pub(super) struct Deleted {
    ids: HashMap<String, Vec<Line>>,
    lines: HashMap<Line, LineCount>,
}

/// How many deleted transactions say the same.
#[derive(Default)]
struct LineCount {
    with_id: usize,
    without_id: usize,
}

impl Deleted {
    /// Those of an account, if the options or else the account's preference want them left out.
    pub(super) fn of(
        world: &World<'_>,
        statement: &OfStatement<'_>,
        options: ImportOptions,
    ) -> Result<Self, CallError> {
        let mut deleted = Self::default();
        let comes_back = match options.reimport_deleted {
            Some(comes_back) => comes_back,
            None => {
                let key = format!("sync-reimport-deleted-{}", statement.account);
                let prefs = read::settings::shared(world.reader)?;
                !prefs.into_iter().any(|(name, value)| name == key && value == "false")
            }
        };
        if comes_back {
            return Ok(deleted);
        }
        for row in read::statements::of_account(world.reader, statement, true)? {
            let own =
                line_of(&row).map(|line| (line, row.row.imported_id.as_deref().map(str::to_owned)));
            for (line, id) in own.into_iter().chain(merged_lines(&row)) {
                let count = deleted.lines.entry(line.clone()).or_default();
                match id {
                    Some(id) => {
                        count.with_id += 1;
                        deleted.ids.entry(id).or_default().push(line);
                    }
                    None => count.without_id += 1,
                }
            }
        }
        Ok(deleted)
    }

    /// Whether this transaction was deleted. Each deleted line stands for one transaction; two with
    /// different ids of the bank are different ones.
    pub(super) fn takes(&mut self, imported_id: Option<&str>, line: &Line) -> bool {
        let lines = imported_id.and_then(|id| self.ids.get(id));
        if lines.is_some_and(|lines| lines.iter().any(|it| it.is_of_one_id(line))) {
            return true;
        }
        let Some(count) = self.lines.get_mut(line) else { return false };
        let left = match count {
            LineCount { without_id, .. } if *without_id > 0 => without_id,
            LineCount { with_id, .. } if imported_id.is_none() => with_id,
            LineCount { .. } => return false,
        };
        let is_deleted = *left > 0;
        *left = left.saturating_sub(1);
        is_deleted
    }
}
