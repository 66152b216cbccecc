// The only script of the public text pages. Their HTML is complete, and their links load whole documents.
import { startThemeSwitch } from '#web/platform/theme.ts';

startThemeSwitch();
