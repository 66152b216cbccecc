const MESSAGE_KINDS: Record<string, string> = {
  booking: 'Aviso de la cita',
  before: 'Recordatorio',
  manual: 'Recordatorio',
  change: 'Aviso de cambio de hora',
  cancellation: 'Aviso de cancelación',
  documents: 'Documentos',
};

interface SentMessage {
  kind: string;
  channel: string;
  recipient?: string | undefined;
}

/** 'Recordatorio por correo a rosa@ejemplo.cl' */
export function messageText({ kind, channel, recipient }: SentMessage): string {
  const by = channel === 'whatsapp' ? 'por WhatsApp' : 'por correo';
  return [MESSAGE_KINDS[kind] ?? kind, by, recipient && `a ${recipient}`].filter(Boolean).join(' ');
}
