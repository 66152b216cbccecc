import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { ReminderSettings } from '#contract/reminder-settings';

export type ReminderForm = UseFormReturn<z.input<typeof ReminderSettings>, unknown, ReminderSettings>;
