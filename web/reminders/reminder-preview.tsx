import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { addDays } from '#contract/days';
import { dayInWords, fillMessage } from '#contract/reminder-message';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { useToday } from '#web/platform/today.ts';
import type { ReminderForm } from '#web/reminders/reminder-form.ts';
import { type Fact, Facts } from '#web/ui/facts.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

const EXAMPLE = { patient: 'Rosa', time: '15:30', link: '/cita/prueba' };

/** The reminder as a patient would get it tomorrow, while its text is written. */
export function ReminderPreview({ form }: { form: ReminderForm }) {
  const [shown, show] = useState<'Correo' | 'WhatsApp'>('Correo');
  const { name } = useCurrentUser();
  const day = dayInWords(addDays(useToday(), 1));
  const [message, place, phone] = useWatch({ control: form.control, name: ['message', 'place', 'phone'] });
  const text = fillMessage(message.trim(), {
    paciente: EXAMPLE.patient,
    fecha: day,
    hora: EXAMPLE.time,
    profesional: name,
    lugar: place.trim(),
    enlace: location.origin + EXAMPLE.link,
  });
  const facts = [
    { name: 'Profesional', value: name },
    { name: 'Cuándo', value: `${day} a las ${EXAMPLE.time}` },
    { name: 'Dónde', value: place.trim() },
    { name: 'Teléfono', value: phone.trim() },
  ].filter(({ value }) => value);
  return (
    <section aria-labelledby="reminder-preview">
      <h3 id="reminder-preview" className="mb-1 font-bold">
        Vista previa
      </h3>
      <p className="text-muted text-sm">Con una cita inventada para mañana.</p>
      <Tabs
        label="Vista previa"
        shown={shown}
        onShow={show}
        tabs={[
          { name: 'Correo', content: <MailPreview from={name} text={text} facts={facts} /> },
          { name: 'WhatsApp', content: <WhatsappPreview text={text} /> },
        ]}
      />
    </section>
  );
}

function MailPreview({ from, text, facts }: { from: string; text: string; facts: Fact[] }) {
  return (
    <div className="max-w-136 rounded-control border border-line">
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 border-line border-b px-4 py-3 text-sm">
        <dt className="text-muted">De</dt>
        <dd className="wrap-anywhere">{from}</dd>
        <dt className="text-muted">Asunto</dt>
        <dd>Recordatorio de tu hora</dd>
      </dl>
      <div className="space-y-4 px-4 py-4">
        <p className="wrap-anywhere whitespace-pre-line">{text}</p>
        <Facts facts={facts} />
      </div>
    </div>
  );
}

const WhatsappPreview = ({ text }: { text: string }) => (
  <div className="max-w-136 rounded-control border border-line bg-paper p-4">
    <p className="wrap-anywhere ml-auto w-fit max-w-104 whitespace-pre-line rounded-card rounded-tr-none bg-green-tint px-4 py-3">
      {text}
    </p>
  </div>
);
