import { randomUUID } from 'node:crypto';
import type { AssistantPermissions } from '#contract/assistants';
import type { Endpoint } from '#contract/endpoint';
import { insertUser } from '#server/auth/auth.store';
import { PASSWORD } from './inputs.ts';
import type { Person, Request, TestApp } from './test-app.ts';

const ALL: AssistantPermissions = { canEditPatients: true, canCharge: true };

/** A logged-in assistant of these professionals, with all permissions or the given ones. */
export async function newAssistant(
  testApp: TestApp,
  professionals: readonly Person[],
  permissions: Partial<AssistantPermissions> = {},
) {
  const id = randomUUID();
  const email = `marta-${id}@ejemplo.cl`;
  const { deps } = testApp;
  const passwordHash = await deps.passwords.hash(PASSWORD);
  await deps.identityTransaction((tx) =>
    insertUser(tx, { id, role: 'assistant', name: 'Marta Soto', email, passwordHash, at: deps.now() }),
  );
  const assistant = await testApp.logIn(email);
  for (const professional of professionals) await giveAccess(testApp, professional, assistant, permissions);
  return {
    ...assistant,
    /** Sends calls for that professional. */
    for: ({ user }: Person) => ({
      send: <E extends Endpoint>(endpoint: E, request?: Request<E>) =>
        assistant.send(endpoint, { ...request, professional: user._id }),
    }),
  };
}

export type TestAssistant = Awaited<ReturnType<typeof newAssistant>>;

/** The professional invites the assistant, who accepts. */
export async function giveAccess(
  { sql, deps }: Pick<TestApp, 'sql' | 'deps'>,
  professional: Person,
  { user: { _id, name, email } }: Pick<Person, 'user'>,
  permissions: Partial<AssistantPermissions> = {},
): Promise<void> {
  const { canEditPatients, canCharge } = { ...ALL, ...permissions };
  const id = randomUUID();
  const at = deps.now();
  await sql`
    insert into assistants (id, owner_id, account_id, name, email, can_edit_patients, can_charge, invited_at, expires_at,
                            accepted_at)
    values (${id}, ${professional.user._id}, ${_id}, ${name}, ${email}, ${canEditPatients}, ${canCharge}, ${at}, ${at},
            ${at})`;
}

/** The professional ends the access of the assistant. */
export async function endAccess(
  { sql, deps }: Pick<TestApp, 'sql' | 'deps'>,
  professional: Person,
  { user }: Pick<Person, 'user'>,
): Promise<void> {
  await sql`
    update assistants set ended_at = ${deps.now()}
     where owner_id = ${professional.user._id} and account_id = ${user._id} and ended_at is null`;
}
