import { isUsable, usePasskeys } from '#web/passkeys/passkeys.queries.ts';

/** Said above the card of the passkeys: neither a new password nor a second factor ends them. */
export function KeptPasskeysText() {
  const { data: passkeys } = usePasskeys();
  if (!passkeys?.some(isUsable)) return null;
  return ' Tus llaves de acceso siguen sirviendo. Si alguien más pudo agregar una, elimínala más abajo.';
}
