// The only script of the page where a person exercises a right.
import { startThemeSwitch } from '#web/platform/theme.ts';
import { recipientAt } from '#web/rights-form/recipient.ts';
import { startRightsForm } from '#web/rights-form/start-rights-form.ts';

startThemeSwitch();
startRightsForm(recipientAt(location.pathname));
