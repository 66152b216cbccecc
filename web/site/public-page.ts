// The only script of a public text page: its HTML is complete, and its links lead to whole documents.
import { nextTheme, watchTheme } from '#web/platform/theme.ts';

watchTheme();
for (const button of document.querySelectorAll('[data-theme-switch]')) button.addEventListener('click', nextTheme);
