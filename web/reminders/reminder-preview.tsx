import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { generatePath } from 'react-router';
import {
  ANSWER_ACTION,
  appointmentFacts,
  EXAMPLE,
  REMINDER_SUBJECT,
  textAboveButton,
} from '#contract/appointment-mail';
import { addDays } from '#contract/days';
import { TEST_TOKEN } from '#contract/link-page';
import { dayInWords, fillMessage } from '#contract/reminder-message';
import { useCurrentUser } from '#web/platform/current-user.ts';
import { PATHS } from '#web/platform/paths.ts';
import { useTimeZone, useToday } from '#web/platform/today.ts';
import type { ReminderForm } from '#web/reminders/reminder-form.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

/** The reminder of an invented appointment, as mail and as WhatsApp, while its text is written. */
export function ReminderPreview({ form }: { form: ReminderForm }) {
  const [shown, show] = useState<'Correo' | 'WhatsApp'>('Correo');
  const { name: professional } = useCurrentUser();
  const timeZone = useTimeZone();
  const hour = { date: addDays(useToday(), 1), time: EXAMPLE.time };
  const [message, writtenPlace, phone] = useWatch({ control: form.control, name: ['message', 'place', 'phone'] });
  const place = writtenPlace.trim();
  const link = `${location.origin}${generatePath(PATHS.appointmentLink, { token: TEST_TOKEN })}`;
  const text = fillMessage(message.trim(), {
    paciente: EXAMPLE.patient,
    fecha: dayInWords(hour.date),
    hora: hour.time,
    profesional: professional,
    lugar: place,
    enlace: link,
  });
  const facts = appointmentFacts({ professional, hour, timeZone, place, phone: phone.trim() });
  return (
    <section aria-labelledby="reminder-preview">
      <h3 id="reminder-preview" className="mb-1 font-bold">
        Vista previa
      </h3>
      <p className="text-muted text-sm">
        Así lo recibe una paciente que se llama {EXAMPLE.patient} y tiene hora mañana.
      </p>
      <Tabs
        label="Vista previa"
        shown={shown}
        onShow={show}
        tabs={[
          {
            name: 'Correo',
            content: <MailPreview from={professional} text={textAboveButton(text, link)} facts={facts} />,
          },
          { name: 'WhatsApp', content: <WhatsappPreview text={text} /> },
        ]}
      />
    </section>
  );
}

interface MailProps {
  from: string;
  text: string;
  facts: readonly [name: string, value: string][];
}

const MailPreview = ({ from, text, facts }: MailProps) => (
  <div className="max-w-136 rounded-control border border-line">
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 border-line border-b px-4 py-3 text-sm">
      <dt className="text-muted">De</dt>
      <dd className="wrap-anywhere">{from}</dd>
      <dt className="text-muted">Asunto</dt>
      <dd>{REMINDER_SUBJECT}</dd>
    </dl>
    <div className="space-y-4 p-4">
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      <p className={buttonClass()}>{ANSWER_ACTION}</p>
      <Facts facts={facts.map(([name, value]) => ({ name, value }))} />
    </div>
  </div>
);

const WhatsappPreview = ({ text }: { text: string }) => (
  <div className="max-w-136 rounded-control border border-line bg-paper p-4">
    <p className="wrap-anywhere ml-auto w-fit max-w-104 whitespace-pre-line rounded-card rounded-tr-none bg-green-tint px-4 py-3">
      {text}
    </p>
  </div>
);
