/** The key of the access token in the local storage. */
export const ACCESS_TOKEN = 'accessToken';

export const accessToken = (): string | null => localStorage.getItem(ACCESS_TOKEN);
