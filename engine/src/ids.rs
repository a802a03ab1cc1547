//! Newtype ids, so that a payee id cannot be passed as a category id. An id is text chosen by the
//! program that created the row, normally a lower-case random UUID.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A map by ids, hashed several times faster than the standard library's.
pub type IdMap<I, V> = HashMap<I, V, foldhash::fast::RandomState>;
/// A set of ids, hashed like an [`IdMap`].
pub type IdSet<I> = HashSet<I, foldhash::fast::RandomState>;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(
            Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS,
        )]
        #[serde(transparent)]
        #[ts(type = "string")]
        pub struct $name(Arc<str>);

        impl $name {
            /// The id as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(id: &str) -> Self {
                Self(id.into())
            }
        }

        impl From<String> for $name {
            fn from(id: String) -> Self {
                Self(id.into())
            }
        }

        impl From<$name> for Arc<str> {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}

ids! {
    /// An account.
    AccountId;
    /// A category: an envelope, or a kind of income.
    CategoryId;
    /// A category group.
    GroupId;
    /// A payee.
    PayeeId;
    /// A transaction.
    TransactionId;
}
