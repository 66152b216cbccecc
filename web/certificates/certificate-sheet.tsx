import type { ReactNode } from 'react';
import { Tabs } from '#web/ui/tabs.tsx';

export type CertificateTab = 'Editar' | 'Vista Previa';

interface Props {
  shown: CertificateTab;
  onShow: (tab: CertificateTab) => void;
  fields: ReactNode;
  preview: ReactNode;
}

/** The tabs of a certificate: editing and preview. */
export function CertificateSheet({ shown, onShow, fields, preview }: Props) {
  return (
    <Tabs
      label="Certificado"
      shown={shown}
      onShow={onShow}
      tabs={[
        { name: 'Editar', content: <div className="space-y-5">{fields}</div> },
        { name: 'Vista Previa', content: preview },
      ]}
    />
  );
}
