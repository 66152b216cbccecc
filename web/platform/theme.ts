const KEY = 'theme';
const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const stored = (): Theme => THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system';

const osPrefersDark = () => matchMedia('(prefers-color-scheme: dark)');

/** Does the same as `public/theme.js`, which runs before the first paint. */
function show(theme: Theme): void {
  const dark = theme === 'dark' || (theme === 'system' && osPrefersDark().matches);
  const root = document.documentElement;
  root.classList.toggle('dark', dark);
  root.classList.toggle('light', !dark);
  root.dataset.theme = theme;
}

export function nextTheme(): void {
  const theme = THEMES[(THEMES.indexOf(stored()) + 1) % THEMES.length] ?? 'system';
  localStorage.setItem(KEY, theme);
  show(theme);
}

/** Follows the operating system and the choice made in another tab. */
export function watchTheme(): void {
  const follow = () => show(stored());
  follow();
  osPrefersDark().addEventListener('change', follow);
  addEventListener('storage', follow);
}
