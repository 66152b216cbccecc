const NAMES: Record<string, string> = { 'image/png': 'Imagen pegada.png', 'image/jpeg': 'Imagen pegada.jpg' };

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** The pictures of a paste. None when the paste is text for a field, or a dialog is open. */
export function pastedPictures({ clipboardData, target }: ClipboardEvent): File[] {
  if (!clipboardData || document.querySelector('[role=dialog], [role=alertdialog]')) return [];
  if (isTextField(target) && clipboardData.types.includes('text/plain')) return [];
  return [...clipboardData.files].flatMap((file) => {
    const name = NAMES[file.type];
    // Browsers call every pasted picture 'image.png'.
    return name ? [new File([file], name, { type: file.type })] : [];
  });
}
