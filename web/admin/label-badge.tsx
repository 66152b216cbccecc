import type { ComponentProps } from 'react';
import { Badge } from '#web/ui/badge.tsx';

interface Label {
  text: string;
  tone: ComponentProps<typeof Badge>['tone'];
}

export const LabelBadge = ({ label: { text, tone } }: { label: Label }) => <Badge tone={tone}>{text}</Badge>;
