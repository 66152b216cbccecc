import { FormField } from '#web/patient-pages/form-field.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { CONTROL_CLASS } from '#web/ui/text-input.tsx';

/** The RUT, or another document for whoever has none. `start-document-fields.ts` switches between them. */
export const DocumentFields = () => (
  <div className="grid gap-1">
    <div data-part="other-document" hidden className="mb-3">
      <label htmlFor="documentType" className="mb-1.5 block font-semibold text-sm">
        Documento
      </label>
      <select id="documentType" name="documentType" className={CONTROL_CLASS}>
        <option value="passport">Pasaporte</option>
        <option value="dni">DNI</option>
      </select>
    </div>
    <FormField
      name="rut"
      label="RUT"
      labelPart="rut-label"
      placeholder="12.345.678-5"
      autoComplete="off"
      spellCheck={false}
      maxLength={20}
      className="tabular-nums"
    />
    <p
      id="rut-warning"
      data-part="rut-warning"
      hidden
      aria-live="polite"
      className="mt-0.5 font-medium text-orange text-sm"
    />
    <Checkbox name="noRut" label="No tengo RUT" />
  </div>
);
