import { X } from 'lucide-react';
import { useState } from 'react';
import type { Diagnosis } from '#contract/charge-diagnosis';
import { codedDiagnosis } from '#contract/cie10';
import { useSaveChargeDiagnosis } from '#web/charges/charges.queries.ts';
import { useCie10Count } from '#web/cie10/cie10.queries.ts';
import { Cie10Search } from '#web/cie10/cie10-search.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';

interface Props {
  chargeId: string;
  diagnosis: Diagnosis | null;
  onClose: () => void;
}

/** Which diagnosis the receipt shows, or none. */
export function DiagnosisDialog({ chargeId, diagnosis, onClose }: Props) {
  const save = useSaveChargeDiagnosis(chargeId);
  const [chosen, setChosen] = useState(diagnosis);
  const [text, setText] = useState('');
  const isDirty = chosen?.code !== diagnosis?.code || chosen?.description !== diagnosis?.description;
  const isEmpty = useCie10Count() === 0;
  const submit = () => {
    if (isDirty) save.mutate(chosen, { onSuccess: onClose });
    else onClose();
  };
  return (
    <FormDialog
      title="Diagnóstico del comprobante"
      description="Algunas Isapres lo piden para el reembolso. Lo leerá quien reciba el comprobante; la secretaría no lo ve."
      isDirty={isDirty}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {chosen && (
        <div className="flex items-center gap-3 rounded-control border border-austral-600 bg-austral-50 py-1.5 pr-1.5 pl-3.5">
          <p className="wrap-anywhere min-w-0 flex-1 font-semibold">{codedDiagnosis(chosen)}</p>
          <Button look="ghost" size="icon" aria-label="Quitar diagnóstico" onClick={() => setChosen(null)}>
            <X size={18} aria-hidden="true" />
          </Button>
        </div>
      )}
      {!chosen && isEmpty && (
        <p role="status" className="rounded-control border border-orange/40 bg-orange-tint px-4 py-3">
          La base de datos CIE-10 aún no está cargada.
        </p>
      )}
      {!chosen && !isEmpty && (
        // The found codes are in the dialog, which would otherwise cut them off.
        <div className="min-h-64">
          <Field label="Buscar en CIE-10">
            <Cie10Search
              text={text}
              onType={setText}
              onChoose={({ code, description }) => {
                setText('');
                setChosen({ code, description });
              }}
            />
          </Field>
        </div>
      )}
    </FormDialog>
  );
}
