import { Fragment, useState } from 'react';
import { KeyNames } from '#web/app/key-names.tsx';
import { namesOf, shortcutsOf } from '#web/app/shortcuts.ts';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { allowsSingleKeys, setSingleKeys } from '#web/platform/device-choices.ts';
import { useCanEditPatients } from '#web/platform/professional.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Switch } from '#web/ui/switch.tsx';

/** The list of the shortcuts, and the switch for those of a single key. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { _id, role } = useCurrentUser();
  const canEditPatients = useCanEditPatients();
  const [isOn, setOn] = useState(() => allowsSingleKeys(_id));
  const change = (next: boolean) => {
    setSingleKeys(_id, next);
    setOn(next);
  };
  return (
    <Dialog
      title="Atajos de teclado"
      description="No actúan mientras escribes en un campo ni con un diálogo abierto. Los de una sola tecla tampoco actúan en las páginas donde se escribe: notas, certificados, adendas y formularios."
      onClose={onClose}
    >
      <dl className="divide-y divide-line">
        {shortcutsOf(role === 'admin', canEditPatients).map(({ keys, text }) => (
          <div key={text} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2.5">
            <dt>{text}</dt>
            <dd className="flex flex-wrap items-center gap-1.5 text-muted text-sm">
              {keys.map((one, at) => (
                <Fragment key={one.key}>
                  {at > 0 && 'o'}
                  <KeyNames names={namesOf(one)} />
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 border-line border-t pt-3">
        <Switch label="Usar los atajos de una sola tecla" checked={isOn} onChange={change} />
        <p className="text-muted text-sm">Vale para tu cuenta en este navegador.</p>
      </div>
    </Dialog>
  );
}
