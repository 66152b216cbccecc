import { useRef, useState } from 'react';
import type { Patient } from '#contract/patients';
import {
  type CreatedShare,
  MAX_SHARED_DOCUMENTS,
  type NewShare,
  PatientMailAddress,
  SHARE_DAYS,
} from '#contract/shares';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { openTab } from '#web/platform/new-tab.ts';
import { useSendsMail } from '#web/platform/sends-mail.ts';
import { ChannelFields } from '#web/shares/channel-fields.tsx';
import { DocumentChoice } from '#web/shares/document-choice.tsx';
import { type Channel, firstChannel, isMailAddress } from '#web/shares/share-channels.ts';
import { documentKey, needsNoChoice, type ShareableDocument } from '#web/shares/shareable-documents.ts';
import type { useCreateShare } from '#web/shares/shares.queries.ts';
import { whatsappAddress } from '#web/shares/whatsapp-message.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { Field } from '#web/ui/field.tsx';
import { FieldGroup } from '#web/ui/field-group.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

export interface Created {
  share: CreatedShare;
  channel: Channel;
  /** Typed here, and saved in the patient's file. */
  newEmail: string | undefined;
}

interface Props {
  patient: Patient;
  documents: readonly ShareableDocument[];
  chosen: readonly ShareableDocument[];
  create: ReturnType<typeof useCreateShare>;
  onCreated: (created: Created) => void;
  onClose: () => void;
}

const SEND_LABELS: Record<Channel, string> = {
  email: 'Enviar por correo',
  whatsapp: 'Abrir WhatsApp',
  copy: 'Crear enlace',
};

/** Which documents, for how many days, and how the patient gets the link. A failure keeps what was chosen. */
export function SendForm({ patient, documents, chosen: chosenFirst, create, onCreated, onClose }: Props) {
  const { name: professional } = useCurrentUser();
  const sendsMail = useSendsMail();
  const [keys, setKeys] = useState(
    () => new Set((needsNoChoice(documents) ? documents : chosenFirst).map(documentKey)),
  );
  const [days, setDays] = useState<NewShare['days']>(30);
  const [channel, setChannel] = useState(() => firstChannel(patient, sendsMail));
  const [email, setEmail] = useState(patient.email ?? '');
  const emailField = useRef<HTMLInputElement>(null);
  const [showsError, setShowsError] = useState(false);
  const chosen = documents.filter((document) => keys.has(documentKey(document)));
  const error = choiceError(chosen.length);
  const needsEmail = channel === 'email' && !isMailAddress(patient.email);
  const typedEmail = PatientMailAddress.safeParse(email);
  const emailError = needsEmail ? typedEmail.error?.issues[0]?.message : undefined;

  const submit = () => {
    setShowsError(true);
    if (emailError) emailField.current?.focus();
    if (error || emailError) return;
    const newEmail = needsEmail ? typedEmail.data : undefined;
    const tab = channel === 'whatsapp' ? openTab() : null;
    create.mutate(
      {
        documents: chosen.map(({ kind, id }) => ({ kind, id })),
        days,
        sendEmail: channel === 'email',
        email: newEmail,
      },
      {
        onSuccess: (share) => {
          tab?.location.replace(whatsappAddress({ professional, url: share.url, phone: patient.phone }));
          onCreated({ share, channel, newEmail });
        },
        onError: () => tab?.close(),
      },
    );
  };

  return (
    <Form busy={create.isPending} onSubmit={submit} className="space-y-5">
      <DocumentChoice documents={documents} keys={keys} onChange={setKeys} error={showsError ? error : undefined} />
      <FieldGroup title="Por cuánto tiempo">
        <div className="flex flex-wrap gap-x-6">
          {SHARE_DAYS.map((count) => (
            <label key={count} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="radio"
                name="days"
                checked={days === count}
                onChange={() => setDays(count)}
                className="size-5 shrink-0 accent-austral-600"
              />
              {count} días
            </label>
          ))}
        </div>
      </FieldGroup>
      <ChannelFields patient={patient} sendsMail={sendsMail} channel={channel} onChange={setChannel} />
      {needsEmail && (
        <Field
          label="Correo del paciente"
          required
          hint="Queda guardado en su ficha."
          error={showsError ? emailError : undefined}
        >
          <TextInput
            ref={emailField}
            type="email"
            autoComplete="off"
            maxLength={254}
            placeholder="nombre@ejemplo.cl"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        </Field>
      )}
      <p className="text-muted text-sm">
        El mensaje lleva tu nombre y el enlace, nada más. Para abrirlo, el paciente escribe su fecha de nacimiento.
      </p>
      <DialogActions>
        <Button look="secondary" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit">{create.isPending ? 'Creando el enlace...' : SEND_LABELS[channel]}</Button>
      </DialogActions>
    </Form>
  );
}

function choiceError(count: number): string | undefined {
  if (count === 0) return 'Selecciona al menos un documento';
  return count > MAX_SHARED_DOCUMENTS ? `Un enlace puede tener a lo más ${MAX_SHARED_DOCUMENTS} documentos` : undefined;
}
