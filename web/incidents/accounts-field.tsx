import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { ConcernedProfessional, Incident } from '#contract/incidents';
import type { IncidentForm } from '#web/incidents/incident-form.ts';
import {
  PROFESSIONALS_NOT_LOADED,
  useConcernedProfessionals,
  useFoundAccounts,
} from '#web/incidents/incidents.queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FieldGroup } from '#web/ui/field-group.tsx';
import { formatCount } from '#web/ui/format-number.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '#web/ui/use-debounced.ts';

interface Props {
  form: IncidentForm;
  incident: Incident | undefined;
}

const SCOPES = [
  { value: 'all', label: 'Todas las cuentas', hint: 'Las que estaban registradas cuando se detectó.' },
  { value: 'chosen', label: 'Solo algunas', hint: 'Búscalas y márcalas.' },
] as const;

/** All accounts, or those that are searched and chosen. */
export function AccountsField({ form, incident }: Props) {
  const scope = useWatch({ control: form.control, name: 'scope' });
  const error = form.formState.errors.accountIds;
  return (
    <FieldGroup title="Profesionales afectados">
      {SCOPES.map(({ value, label, hint }) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
          <input
            type="radio"
            value={value}
            {...form.register('scope')}
            className="mt-0.5 size-5 shrink-0 accent-austral-600"
          />
          <span>
            {label}
            <span className="block text-muted text-sm">{hint}</span>
          </span>
        </label>
      ))}
      {scope === 'chosen' && <ChosenAccounts form={form} incident={incident} />}
      {error && (
        <p role="alert" className="mt-1.5 font-medium text-red text-sm">
          {error.message}
        </p>
      )}
    </FieldGroup>
  );
}

function ChosenAccounts({ form, incident }: Props) {
  const ids = useWatch({ control: form.control, name: 'accountIds' });
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), SEARCH_DEBOUNCE_MS);
  const found = useFoundAccounts(search);
  const before = useConcernedProfessionals(incident?.allAccounts === false ? incident : undefined);
  const [picked, setPicked] = useState<readonly ConcernedProfessional[]>([]);

  const known = [...(before.data ?? []), ...picked];
  const chosen = ids.map((id) => known.find(({ _id }) => _id === id) ?? { _id: id, name: '', email: '' });
  const choose = (next: string[]) => form.setValue('accountIds', next, { shouldDirty: true });
  const remove = ({ _id }: ConcernedProfessional) => choose(ids.filter((id) => id !== _id));
  const add = (account: ConcernedProfessional) => {
    setPicked([...picked, account]);
    choose([...ids, account._id]);
  };
  const accounts = (found.data ?? []).filter(({ role }) => role === 'professional');
  return (
    <div className="mt-2 rounded-control border border-line p-4">
      <SearchInput
        type="text"
        aria-label="Buscar profesionales"
        placeholder="Nombre o correo..."
        maxLength={120}
        value={typed}
        onType={setTyped}
        // Enter would save the incident.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {found.isError && <InlineFailure text={PROFESSIONALS_NOT_LOADED} onRetry={() => void found.refetch()} />}
      {search !== '' && found.data && (
        <ul aria-label="Profesionales encontrados" className="mt-2 max-h-56 overflow-y-auto">
          {accounts.map(({ _id, name, email }) => (
            <li key={_id} className="wrap-anywhere">
              <Checkbox
                label={`${name} (${email})`}
                checked={ids.includes(_id)}
                onChange={(event) => (event.target.checked ? add : remove)({ _id, name, email })}
              />
            </li>
          ))}
          {accounts.length === 0 && <li className="py-2 text-muted">No se encontraron profesionales</li>}
        </ul>
      )}
      <p role="status" className="mt-3 font-semibold text-sm">
        {ids.length === 0
          ? 'Nadie elegido todavía'
          : formatCount(ids.length, 'profesional elegido', 'profesionales elegidos')}
      </p>
      {chosen.length > 0 && (
        <ul aria-label="Profesionales elegidos" className="mt-1 max-h-56 divide-y divide-line overflow-y-auto">
          {chosen.map((account) => (
            <li key={account._id} className="flex flex-wrap items-center justify-between gap-x-4 py-1.5">
              <span className="wrap-anywhere min-w-0 flex-1 basis-60">
                {account.name || 'Una cuenta que ya no existe'}
                <span className="block text-muted text-sm">{account.email}</span>
              </span>
              <Button
                look="secondary"
                aria-label={`Quitar: ${account.name || account._id}`}
                onClick={() => remove(account)}
              >
                Quitar
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
