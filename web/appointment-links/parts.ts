// The page is complete HTML. Its script fills in the parts, and shows and hides them.

export type View = 'loading' | 'failed' | 'ended' | 'test' | 'visit';
export type Panel = 'actions' | 'cancel' | 'hours' | 'chosen' | 'unsubscribe';

export function part<Kind extends HTMLElement = HTMLElement>(name: string): Kind {
  const found = document.querySelector<Kind>(`[data-part="${name}"]`);
  if (!found) throw new Error(`The page has no ${name}`);
  return found;
}

const showOnly = (attribute: 'view' | 'panel', name: string) => {
  for (const one of document.querySelectorAll<HTMLElement>(`[data-${attribute}]`)) {
    one.hidden = one.dataset[attribute] !== name;
  }
};

export const showView = (name: View): void => showOnly('view', name);

/** Shows a panel of the visit. */
export const showPanel = (name: Panel): void => showOnly('panel', name);

/** The focus goes where the reader continues: to the heading of a panel, or to a result. */
export const focusPart = (name: string): void => part(name).focus();

/** Fills in a text. A part without one is hidden. */
export function setText(name: string, text: string): void {
  const found = part(name);
  found.textContent = text;
  found.hidden = text === '';
}

/** Acts on a press. */
export const onPress = (name: string, act: () => void): void => part(name).addEventListener('click', act);
