// Light, dark, or what the system says. A classic script, run before the page is drawn, so that
// nothing flashes; the control itself is wired by main.js.

(() => {
  const KEY = 'bloomtree.theme';
  let chosen = 'auto';
  try {
    chosen = localStorage.getItem(KEY) ?? 'auto';
  } catch {
    // a browser that keeps nothing still shows the page
  }
  const apply = (theme) => {
    document.documentElement.dataset.theme = theme;
  };
  apply(chosen);
  window.bloomtreeTheme = {
    chosen: () => document.documentElement.dataset.theme,
    choose: (theme) => {
      apply(theme);
      try {
        localStorage.setItem(KEY, theme);
      } catch {
        // chosen for as long as the page is open
      }
    },
  };
})();
