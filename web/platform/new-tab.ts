/**
 * A tab for an address that the server has yet to give. Open it in the handler of a click or a key: later the browser
 * would block it. With 'noopener' it could not be directed. Null when the browser refused it.
 */
export function openTab(): Window | null {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  return tab;
}
