/**
 * At once, or after the press that is under way: what appears between press and release moves the button away from
 * under the pointer, and the click is lost.
 */
export function afterPress(run: () => void): void {
  if (document.querySelector(':active')) addEventListener('mouseup', () => setTimeout(run), { once: true });
  else run();
}
