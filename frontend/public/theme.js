// Sets the theme before the first paint. The choice is kept per device; "system" follows it.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('sobre.theme');
  } catch {
    // Storage may be switched off; the system's theme is a good answer then.
  }
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  const root = document.documentElement;
  root.dataset.theme = dark ? 'dark' : 'light';
  root.style.colorScheme = dark ? 'dark' : 'light';
})();
