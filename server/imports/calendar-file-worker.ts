import { serveTasks } from '#server/platform/processes/serve-tasks';
import { type CalendarTask, readCalendar } from './calendar-file.ts';

serveTasks(() => (task: CalendarTask) => readCalendar(task));
