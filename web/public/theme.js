// Runs before the first paint, so that no page flashes in the wrong theme. The content policy forbids inline scripts.
let theme;
try {
  theme = localStorage.getItem('theme');
} catch {
  // A frame of another site may have no storage.
}
const chosen = theme === 'light' || theme === 'dark' ? theme : 'system';
const dark = chosen === 'dark' || (chosen === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.classList.add(dark ? 'dark' : 'light');
document.documentElement.dataset.theme = chosen;
