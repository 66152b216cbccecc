import { CORRECTABLE_FIELDS } from '#contract/imports/patient-import';
import { ColumnMapping } from '#web/imports/column-mapping.tsx';
import { ImportSteps } from '#web/imports/import-steps.tsx';
import { PATHS } from '#web/platform/paths.ts';
import { Page } from '#web/ui/page.tsx';

export function PatientImportPage() {
  return (
    <Page title="Importar pacientes" subtitle="Trae tus pacientes desde una planilla o desde Contactos de Google">
      <ImportSteps
        kind="patients"
        fieldTexts={CORRECTABLE_FIELDS}
        listPath={PATHS.patients}
        listLabel="Ver mis pacientes"
        details={(preview, change) => (
          <ColumnMapping
            preview={preview}
            onMap={(mapping) => change({ mapping: JSON.stringify(mapping) })}
            onOrder={(dateOrder) => change({ dateOrder })}
          />
        )}
      >
        <p className="mb-4 max-w-prose text-muted text-sm">
          La primera fila debe tener los nombres de las columnas. Cada paciente necesita nombre, RUT y fecha de
          nacimiento. Nada se guarda hasta que lo confirmes.
        </p>
      </ImportSteps>
    </Page>
  );
}
