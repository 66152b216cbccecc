import { startApplication } from '#web/app/start-application.tsx';

void startApplication();
