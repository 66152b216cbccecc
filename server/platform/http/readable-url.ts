/** An address whose escapes mean nothing, as '/verificar/%E0', is taken to the letter: it is answered like any other. */
export function readableUrl(url = '/'): string {
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}
