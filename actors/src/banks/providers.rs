//! The providers, one file each. Adding one takes one line in the registry.

mod consents;
pub mod enable_banking;
pub mod go_cardless;
pub mod plaid;
pub mod simplefin;

use std::sync::Arc;

use sobre_engine::banks::Provider;

use super::provider::BankProvider;

/// Replacement addresses for providers with a fixed address, for tests and mirrors.
#[derive(Debug, Clone, Default)]
pub struct Addresses {
    /// Plaid.
    pub plaid: Option<String>,
    /// Enable Banking.
    pub enable_banking: Option<String>,
    /// GoCardless.
    pub go_cardless: Option<String>,
}

/// All providers.
#[must_use]
pub fn registry(addresses: &Addresses) -> Vec<Arc<dyn BankProvider>> {
    let Addresses { plaid, enable_banking, go_cardless } = addresses;
    vec![
        Arc::new(simplefin::SimpleFin),
        Arc::new(plaid::Plaid::at(plaid.as_deref())),
        Arc::new(enable_banking::EnableBanking::at(enable_banking.as_deref())),
        Arc::new(go_cardless::GoCardless::at(go_cardless.as_deref())),
    ]
}

/// Finds a provider in a registry.
#[must_use]
pub fn find(all: &[Arc<dyn BankProvider>], wanted: Provider) -> Option<&Arc<dyn BankProvider>> {
    all.iter().find(|it| it.facts().provider == wanted)
}
