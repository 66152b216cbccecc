import { nameWithSocial } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import { ExportButton } from '#web/export/export-button.tsx';
import { useDeletePatient } from '#web/patients/patients.queries.ts';
import { PATHS } from '#web/platform/paths.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useNavigate } from '#web/ui/navigation.tsx';

/** The law requires finalised records to be kept. The dialog says so before the patient is deleted. */
export function DeletePatientDialog({ patient, onCancel }: { patient: Patient; onCancel: () => void }) {
  const navigate = useNavigate();
  const remove = useDeletePatient(patient._id);
  return (
    <ConfirmDialog
      title="¿Eliminar paciente?"
      confirmLabel="Eliminar"
      busyLabel="Eliminando..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSuccess: () => navigate(PATHS.patients) })}
      onCancel={onCancel}
      safeAction={<ExportButton what={{ patientId: patient._id }} label="Exportar ficha" />}
    >
      <p>
        Se eliminará permanentemente a <strong className="text-ink">{nameWithSocial(patient)}</strong> y todos sus datos
        asociados. Esta acción no se puede deshacer.
      </p>
      <p className="text-sm">
        Las notas y los certificados finalizados y los archivos quedan en custodia durante 15 años desde el último
        registro, como exige la Ley 20.584. No aparecerán en la aplicación, pero podrás exportarlos desde Configuración.
      </p>
      <p className="text-sm">Sus cobros y pagos se mantienen en Cobros, con su nombre.</p>
    </ConfirmDialog>
  );
}
