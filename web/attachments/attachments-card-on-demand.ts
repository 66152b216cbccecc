import { onDemand } from '#web/ui/on-demand.tsx';

export const AttachmentsCard = onDemand(
  async () => (await import('#web/attachments/attachments-card.tsx')).AttachmentsCard,
);
