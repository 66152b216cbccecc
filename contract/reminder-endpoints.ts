import * as links from './appointment-links.ts';
import type { Endpoint } from './endpoint.ts';
import { getReminderSettings, putReminderSettings, sendTestReminder } from './reminder-settings.ts';
import {
  endAppointmentLinks,
  getLastReminderChange,
  listAnswers,
  listReminders,
  listRemindersOfDay,
  sendReminder,
} from './reminders.ts';

/** The endpoints of reminders, and of the links in them, by operation id. */
export const REMINDER_OPERATIONS = {
  getReminderSettings,
  putReminderSettings,
  sendTestReminder,
  listReminders,
  sendReminder,
  endAppointmentLinks,
  listRemindersOfDay,
  listAnswers,
  getLastReminderChange,
  getLinkedAppointment: links.getLinkedAppointment,
  getLinkedWaiting: links.getLinkedWaiting,
  confirmLinkedWaiting: links.confirmLinkedWaiting,
  confirmLinkedAppointment: links.confirmLinkedAppointment,
  cancelLinkedAppointment: links.cancelLinkedAppointment,
  listLinkedSlots: links.listLinkedSlots,
  moveLinkedAppointment: links.moveLinkedAppointment,
  linkedCalendar: links.linkedCalendar,
  unsubscribeByLink: links.unsubscribeByLink,
} satisfies Record<string, Endpoint>;
