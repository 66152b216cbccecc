import { MessageCircle, Phone } from 'lucide-react';
import { internationalDigits } from '#contract/phone-numbers';
import { buttonClass } from '#web/ui/button.tsx';

interface Props {
  name: string;
  phone: string;
  /** How a message by WhatsApp begins. */
  text: string;
}

/** Calls, or opens a conversation in WhatsApp. A text that is no telephone number offers neither. */
export function ContactLinks({ name, phone, text }: Props) {
  const digits = internationalDigits(phone);
  if (!digits) return null;
  return (
    <>
      <a href={`tel:+${digits}`} aria-label={`Llamar a ${name}`} className={buttonClass({ look: 'secondary' })}>
        <Phone size={18} aria-hidden="true" />
        Llamar
      </a>
      <a
        href={`https://wa.me/${digits}?text=${encodeURIComponent(text)}`}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`WhatsApp a ${name}`}
        className={buttonClass({ look: 'secondary' })}
      >
        <MessageCircle size={18} aria-hidden="true" />
        WhatsApp
      </a>
    </>
  );
}
