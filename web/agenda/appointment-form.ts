import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { NewAppointment } from '#contract/agenda';

export type AppointmentForm = UseFormReturn<z.input<typeof NewAppointment>, unknown, NewAppointment>;
