// Runs before anything is painted: the theme that this reader chose, where the site leaves it to readers.
(() => {
  const root = document.documentElement;
  if (!root.classList.contains('switchable')) return;
  try {
    const chosen = localStorage.getItem('quire-theme');
    if (chosen !== 'light' && chosen !== 'dark') return;
    root.classList.remove('light', 'dark');
    root.classList.add(chosen);
  } catch {
    // A browser that keeps nothing shows the site's own theme.
  }
})();
