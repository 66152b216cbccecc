type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault'>;

/**
 * For keys that are pressed before the box they are meant for has the focus. They are not left to the browser: Enter and
 * the space bar would press the button that has it.
 */
export function typeAhead(
  press: Press,
  onType: (change: (text: string) => string) => void,
  onCancel: () => void,
): void {
  const { key, ctrlKey, metaKey, altKey } = press;
  if (ctrlKey || metaKey || altKey) return;
  if (key === 'Escape') onCancel();
  else if (key === 'Backspace') onType((text) => text.slice(0, -1));
  else if (key.length === 1) onType((text) => text + key);
  else if (key !== 'Enter') return;
  press.preventDefault();
}
