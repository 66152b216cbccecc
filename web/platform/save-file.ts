/** Long enough for the slowest browser to have begun reading it. */
const KEPT_MS = 60_000;

/** Hands a file to the browser, which saves it under that name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
