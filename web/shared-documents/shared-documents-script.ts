// The only script of the page of shared documents.
import { startThemeSwitch } from '#web/platform/theme.ts';
import { startSharedDocuments } from '#web/shared-documents/shared-documents.ts';

const [, , token = ''] = location.pathname.split('/');
startThemeSwitch();
startSharedDocuments(token);
