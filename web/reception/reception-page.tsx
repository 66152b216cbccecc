import { Page } from '#web/ui/page.tsx';

export const ReceptionPage = () => <Page title="Recepción" subtitle="El día de todos tus profesionales" />;
