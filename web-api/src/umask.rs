//! The permissions of files that the program creates: accessible only to their owner.

/// The umask that the program was started with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InheritedUmask {
    #[cfg(unix)]
    mask: rustix::fs::Mode,
}

/// Makes every new file accessible only to its owner. SQLite, for one, would create its files with
/// wider permissions.
#[cfg(unix)]
pub(crate) fn keep_files_private() -> InheritedUmask {
    InheritedUmask { mask: rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO) }
}

/// Other systems derive a file's owner and permissions from its folder.
#[cfg(not(unix))]
pub(crate) const fn keep_files_private() -> InheritedUmask {
    InheritedUmask {}
}

impl InheritedUmask {
    /// Starts another program with the original umask, because a browser creates files of its own.
    pub(crate) fn start<R>(self, start: impl FnOnce() -> R) -> R {
        #[cfg(unix)]
        let own = rustix::process::umask(self.mask);
        let started = start();
        #[cfg(unix)]
        rustix::process::umask(own);
        started
    }
}
