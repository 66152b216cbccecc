/** Comments, quoted text, quoted names, bodies between dollar signs, ends of statements, and everything between these. */
const TOKENS = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^-'"$;]+|./g;

/**
 * The statements of a migration. Citus hands a change of a distributed table on to the workers as the text in which it
 * arrived, and they refuse a text of several statements. Block comments, escape strings (E'…') and bodies with
 * `begin atomic` are not understood, and migrations have none.
 */
export function splitStatements(text: string): string[] {
  const statements = [''];
  for (const [token] of text.matchAll(TOKENS)) {
    if (token.startsWith('--')) continue;
    if (token === ';') statements.push('');
    else statements.push(`${statements.pop()}${token}`);
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}
