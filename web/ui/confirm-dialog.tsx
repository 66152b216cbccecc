import type { ConfirmProps } from '#web/ui/confirm-panel.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const Panel = onDemand(async () => (await import('#web/ui/confirm-panel.tsx')).ConfirmPanel);

/** Asks before an action that is hard to undo. Cannot be closed while busy. */
export const ConfirmDialog = (props: ConfirmProps) => <Panel {...props} onClose={props.onCancel} />;

/** For a screen that must be able to ask while the server does not answer. */
export const loadConfirmDialog = Panel.load;
