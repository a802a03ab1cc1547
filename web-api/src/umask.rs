//! The permissions of files that the program makes: for their owner alone, whoever opens them.

/// What the program was started with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Inherited {
    #[cfg(unix)]
    mask: rustix::fs::Mode,
}

/// Makes every file from now on readable and writable for its owner alone. SQLite, for one, makes
/// its files without asking for that.
#[cfg(unix)]
pub(crate) fn keep_files_private() -> Inherited {
    Inherited { mask: rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO) }
}

/// Elsewhere files belong to the user of their folder.
#[cfg(not(unix))]
pub(crate) const fn keep_files_private() -> Inherited {
    Inherited {}
}

impl Inherited {
    /// Starts another program with the permissions that ours was started with: a browser makes
    /// files of its own.
    pub(crate) fn start<R>(self, start: impl FnOnce() -> R) -> R {
        #[cfg(unix)]
        let own = rustix::process::umask(self.mask);
        let started = start();
        #[cfg(unix)]
        rustix::process::umask(own);
        started
    }
}
