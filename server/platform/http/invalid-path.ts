/** A path with invalid escapes, '/verificar/%E0', is taken literally, so that it reaches a route. */
export function escapeInvalidPath(url = '/'): string {
  if (!url.includes('%')) return url;
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}
