const KEY = 'theme';
const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const isTheme = (text: string | null | undefined): text is Theme => THEMES.some((theme) => theme === text);

/** In a frame of another site, a browser may refuse its storage. */
function stored(): Theme {
  try {
    const theme = localStorage.getItem(KEY);
    return isTheme(theme) ? theme : 'system';
  } catch {
    return 'system';
  }
}

function store(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {}
}

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
  const { theme: shown } = document.documentElement.dataset;
  const present = isTheme(shown) ? shown : stored();
  const theme = THEMES[(THEMES.indexOf(present) + 1) % THEMES.length] ?? 'system';
  store(theme);
  show(theme);
}

/** For pages without React: follows the theme, and makes the buttons of `ThemeSwitch` work. */
export function startThemeSwitch(): void {
  watchTheme();
  for (const button of document.querySelectorAll('[data-theme-switch]')) button.addEventListener('click', nextTheme);
}

/** Follows the operating system and the choice made in another tab. */
export function watchTheme(): void {
  const follow = () => show(stored());
  follow();
  osPrefersDark().addEventListener('change', follow);
  addEventListener('storage', follow);
}
