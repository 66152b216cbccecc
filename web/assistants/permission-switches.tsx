import type { AssistantPermissions } from '#contract/assistants';
import { Switch } from '#web/ui/switch.tsx';

const SWITCHES = [
  {
    name: 'canEditPatients',
    label: 'Puede editar pacientes',
    meaning: 'Crea pacientes y corrige su identificación y sus datos de contacto. Eliminarlos queda en tus manos.',
  },
  {
    name: 'canCharge',
    label: 'Puede cobrar',
    meaning: 'Registrará cobros y pagos a tu nombre cuando la aplicación los tenga. Por ahora no cambia lo que ve.',
  },
] as const;

interface Props {
  permissions: AssistantPermissions;
  onChange: (permissions: AssistantPermissions) => void;
  /** Says under each switch what it means. */
  withMeanings?: boolean;
}

/** What an assistant may do beyond the agenda. */
export const PermissionSwitches = ({ permissions, onChange, withMeanings = false }: Props) => (
  <div className={withMeanings ? 'space-y-3' : 'flex flex-wrap gap-x-8'}>
    {SWITCHES.map(({ name, label, meaning }) => (
      <div key={name}>
        <Switch
          label={label}
          checked={permissions[name]}
          onChange={(checked) => onChange({ ...permissions, [name]: checked })}
        />
        {withMeanings && <p className="max-w-prose text-muted text-sm">{meaning}</p>}
      </div>
    ))}
  </div>
);
