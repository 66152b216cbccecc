import { Credentials } from '#contract/auth';

const stored = (text: string): string | undefined => Credentials.shape.email.safeParse(text).data;

/** The address in a text that a person wrote, as registration would store it. A text that is no address stays as it is. */
export const addressIn = (text: string): string => stored(text) ?? text;

/** As registration accepts it, unchanged. nodemailer would look for addresses in any other text, and find another one. */
export const isSingleAddress = (text: string): boolean => stored(text) === text;
