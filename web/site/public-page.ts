// The only script of the public text pages. Their HTML is complete, and their links load whole documents.
import { nextTheme, watchTheme } from '#web/platform/theme.ts';

watchTheme();
for (const button of document.querySelectorAll('[data-theme-switch]')) button.addEventListener('click', nextTheme);
