const DURATION = 1000;

/**
 * The content of the page gets no clicks for a second. After an action that cannot be undone, another button may appear
 * in the place of the pressed one, and an impatient hand would press it. The menu is not covered.
 */
export function holdClicks(): void {
  const cover = document.createElement('div');
  cover.className = 'fixed inset-0 top-16 z-45 lg:left-64';
  document.body.append(cover);
  setTimeout(() => cover.remove(), DURATION);
}
