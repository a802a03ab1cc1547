//! Accounts.

use crate::contract::CallError;
use crate::contract::accounts::{Account, AccountsGet};
use crate::db::read;
use crate::router::Query;
use crate::world::World;

impl Query for AccountsGet {
    fn run(self, world: &World<'_>) -> Result<Vec<Account>, CallError> {
        Ok(read::accounts::living(world.reader)?)
    }
}
