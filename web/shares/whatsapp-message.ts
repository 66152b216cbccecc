import { internationalDigits } from '#contract/phone-numbers';

interface Message {
  professional: string;
  url: string;
  /** Without a valid number, WhatsApp asks for the contact. */
  phone: string | undefined;
}

/** The address that opens WhatsApp with the message written. The message does not say what was sent. */
export function whatsappAddress({ professional, url, phone }: Message): string {
  const text = `Hola, te escribe ${professional}. Te envío este enlace: ${url}`;
  const digits = phone && internationalDigits(phone);
  return `https://wa.me/${digits ?? ''}?text=${encodeURIComponent(text)}`;
}
