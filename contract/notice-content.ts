/**
 * Why a device gets a notice: a patient cancelled or moved an appointment by a link, asked for an hour, or booked an
 * hour without approval.
 */
export type NoticeKind = 'cancelled' | 'moved' | 'requested' | 'booked';

/** What a browser shows, and the page that a press opens. The service worker reads it. */
export interface NoticeContent {
  title: string;
  body: string;
  /** A later notice with the same tag takes the place of the earlier one, without another sound. */
  tag: string;
  /** The page that opens, without the host. */
  path: string;
}

const NOTICE_TITLE = 'Ficha Austral';

/** Anybody may see the screen, so the text has no name, no day and nothing clinical. */
const NOTICE_TEXTS: Record<NoticeKind, string> = {
  cancelled: 'Tienes una respuesta de un paciente',
  moved: 'Un paciente cambió su hora',
  requested: 'Tienes una nueva solicitud de hora',
  booked: 'Tienes una nueva reserva en línea',
};

interface Notice {
  kind: NoticeKind;
  /** The day of the appointment. For a moved one, the new day. */
  day: string;
  /** The id of the professional whose patient it is. */
  professional: string;
  /** Whether the device is an assistant's. The pages of assistants name the professional. */
  isForAssistant: boolean;
}

export function noticeContent({ kind, day, professional, isForAssistant }: Notice): NoticeContent {
  const page = kind === 'requested' ? '/dashboard/reservas' : `/dashboard/agenda?fecha=${day}`;
  const named = `${page.includes('?') ? '&' : '?'}profesional=${professional}`;
  return {
    title: NOTICE_TITLE,
    body: NOTICE_TEXTS[kind],
    tag: `${kind} ${professional}`,
    path: isForAssistant ? page + named : page,
  };
}

/** The notice with which the user of a device tries notices out. */
export const TEST_NOTICE: NoticeContent = {
  title: NOTICE_TITLE,
  body: 'Los avisos funcionan en este dispositivo',
  tag: 'test',
  path: '/dashboard',
};
