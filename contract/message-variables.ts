const VARIABLE = /\{([^{}\s]*)\}/g;

/** The first variable of the message that does not exist, with its braces. */
export const unknownVariable = (message: string, variables: Record<string, string>): string | undefined =>
  [...message.matchAll(VARIABLE)].find(([, name = '']) => !Object.hasOwn(variables, name))?.[0];

/** The message with its values. Unknown variables stay as they are. */
export const fillVariables = (message: string, values: Record<string, string>): string =>
  message.replaceAll(VARIABLE, (found, name: string) => values[name] ?? found).trim();
