//! Bank options of both servers.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use sobre_actors::banks::BankOptions;
use sobre_actors::banks::providers::Addresses;

#[derive(Debug, Args)]
pub(super) struct BankArgs {
    /// File with the encryption key for bank credentials, such as one outside your backups; created
    /// if missing [default: bank.key in the directory of the sync server]
    #[arg(long)]
    bank_key_file: Option<PathBuf>,
    /// Host that may have a private address, such as a SimpleFIN server in your network; can be
    /// repeated
    #[arg(long, value_name = "HOST")]
    bank_allow_host: Vec<String>,
    /// Another address of Plaid
    #[arg(long, env = "SOBRE_PLAID_URL", value_name = "URL", hide = true)]
    plaid_url: Option<String>,
    /// Another address of Enable Banking
    #[arg(long, env = "SOBRE_ENABLE_BANKING_URL", value_name = "URL", hide = true)]
    enable_banking_url: Option<String>,
    /// Another address of GoCardless
    #[arg(long, env = "SOBRE_GOCARDLESS_URL", value_name = "URL", hide = true)]
    gocardless_url: Option<String>,
    /// Most seconds to wait for a bank
    #[arg(long, env = "SOBRE_BANK_PATIENCE", value_name = "SECONDS", hide = true)]
    bank_patience: Option<u32>,
}

impl BankArgs {
    pub(super) fn options(&self) -> BankOptions {
        BankOptions {
            key_file: self.bank_key_file.clone(),
            allowed_hosts: self.bank_allow_host.clone(),
            addresses: Addresses {
                plaid: self.plaid_url.clone(),
                enable_banking: self.enable_banking_url.clone(),
                go_cardless: self.gocardless_url.clone(),
            },
            most_patience: self.bank_patience.map(|it| Duration::from_secs(it.into())),
        }
    }
}
