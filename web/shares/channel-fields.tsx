import { useId } from 'react';
import type { Patient } from '#contract/patients';
import { type Channel, channelChoices } from '#web/shares/share-channels.ts';
import { FieldGroup } from '#web/ui/field-group.tsx';

interface Props {
  patient: Patient;
  sendsMail: boolean;
  channel: Channel;
  onChange: (channel: Channel) => void;
}

/** How the patient gets the link. A way that cannot be chosen says why. */
export function ChannelFields({ patient, sendsMail, channel: chosen, onChange }: Props) {
  const id = useId();
  return (
    <FieldGroup title="Cómo se envía">
      {channelChoices(patient, sendsMail).map(({ channel, label, hint, obstacle }) => (
        <label
          key={channel}
          className="flex min-h-11 cursor-pointer items-start gap-3 py-2 has-disabled:cursor-not-allowed"
        >
          <input
            type="radio"
            name="channel"
            checked={chosen === channel}
            disabled={obstacle !== undefined}
            onChange={() => onChange(channel)}
            aria-labelledby={`${id}-${channel}`}
            aria-describedby={`${id}-${channel}-hint`}
            className="mt-0.5 size-5 shrink-0 accent-austral-600"
          />
          <span className="min-w-0">
            <span id={`${id}-${channel}`} className={obstacle ? 'text-muted' : ''}>
              {label}
            </span>
            <span id={`${id}-${channel}-hint`} className="wrap-anywhere block text-muted text-sm">
              {obstacle ?? hint}
            </span>
          </span>
        </label>
      ))}
    </FieldGroup>
  );
}
