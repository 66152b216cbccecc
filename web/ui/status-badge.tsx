import { Badge, type Tone } from '#web/ui/badge.tsx';

export interface Label {
  text: string;
  tone: Tone;
}

interface Props<Status extends string> {
  labels: Readonly<Record<Status, Label>>;
  status: Status;
}

const PENDING: Label = { text: 'Pendiente', tone: 'orange' };

/** A page loaded before an update of the server may receive a status that it does not know. */
export const labelOf = <Status extends string>({ labels, status }: Props<Status>): Label =>
  Object.hasOwn(labels, status) ? labels[status] : PENDING;

export function StatusBadge<Status extends string>(props: Props<Status>) {
  const { text, tone } = labelOf(props);
  return <Badge tone={tone}>{text}</Badge>;
}
