/**
 * Runs at once, or after the mouse button is released: a warning that appears between press and release would move the
 * pressed button, and the click would be lost.
 */
export function afterPress(run: () => void): void {
  if (document.querySelector(':active')) addEventListener('mouseup', () => setTimeout(run), { once: true });
  else run();
}
