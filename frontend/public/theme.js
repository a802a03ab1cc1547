// Sets the theme before the first paint, and whenever the system changes its own. The choice is
// kept per device; "system" follows it.
(() => {
  const media = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let choice = null;
    try {
      choice = localStorage.getItem('sobre.theme');
    } catch {
      // Storage may be switched off; the system's theme is a good answer then.
    }
    const dark = choice === 'dark' || (choice !== 'light' && media.matches);
    const root = document.documentElement;
    root.dataset.theme = dark ? 'dark' : 'light';
    root.style.colorScheme = dark ? 'dark' : 'light';
  };
  apply();
  media.addEventListener('change', apply);
})();
