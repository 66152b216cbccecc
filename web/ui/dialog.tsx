import { onDemand } from '#web/ui/on-demand.tsx';

export const Dialog = onDemand(async () => (await import('#web/ui/dialog-panel.tsx')).DialogPanel);
