/** A browser reads the URL some time after the click. */
const URL_LIFETIME_MS = 60_000;

/** Saves a file under that name, as the browser saves a download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}
