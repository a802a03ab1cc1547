//! The serialized query language.

use crate::contract::query::{Query as RunQuery, QueryAnswer};
use crate::contract::{CallError, ErrorCode};
use crate::db::query::run_query;
use crate::router::Query;
use crate::world::World;

impl Query for RunQuery {
    fn run(self, world: &World<'_>) -> Result<QueryAnswer, CallError> {
        let found = run_query(world.reader, &self.0)
            .map_err(|error| CallError::new(ErrorCode::InvalidQuery, error.to_string()))?;
        Ok(QueryAnswer { data: found.data, dependencies: found.dependencies })
    }
}
