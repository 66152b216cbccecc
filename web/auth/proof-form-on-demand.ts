import { onDemand } from '#web/ui/on-demand.tsx';

export const ProofForm = onDemand(async () => (await import('#web/auth/proof-form.tsx')).ProofForm);
