// The page is complete HTML. Its script fills in the parts, and shows and hides them.

export function part<Kind extends HTMLElement = HTMLElement>(name: string): Kind {
  const found = document.querySelector<Kind>(`[data-part="${name}"]`);
  if (!found) throw new Error(`The page has no ${name}`);
  return found;
}

/** Shows these views of the page, and no others. */
export function showViews(...names: readonly string[]): void {
  for (const one of document.querySelectorAll<HTMLElement>('[data-view]')) {
    one.hidden = !names.includes(one.dataset.view ?? '');
  }
}

/** The focus goes where the reader continues: to the heading of a panel, or to a result. */
export const focusPart = (name: string): void => part(name).focus();

/** Fills in a text. A part without one is hidden. */
export function setText(name: string, text: string): void {
  const found = part(name);
  found.textContent = text;
  found.hidden = text === '';
}

/** A screen reader says the text. A region that was hidden until now would not be announced reliably. */
export const announce = (text: string): void => {
  part('announcement').textContent = text;
};

/** Acts on a press. */
export const onPress = (name: string, act: (button: HTMLElement) => void): void => {
  const button = part(name);
  button.addEventListener('click', () => act(button));
};

/**
 * Says on a button what it is doing, until the act ends. The button keeps the focus, so it is not `disabled`: a press in
 * the meantime does nothing.
 */
export async function whileBusy(button: HTMLElement, act: () => Promise<void>): Promise<void> {
  if (button.getAttribute('aria-disabled')) return;
  const label = button.textContent;
  const busy = button.dataset.busy ?? '';
  button.textContent = busy;
  button.setAttribute('aria-disabled', 'true');
  announce(busy);
  try {
    await act();
  } finally {
    // The page may have given the button another label meanwhile.
    if (button.textContent === busy) button.textContent = label;
    button.removeAttribute('aria-disabled');
    if (part('announcement').textContent === busy) announce('');
  }
}
