import { printCertificate } from '#contract/certificates';
import { PrintButton } from '#web/documents/print-button.tsx';

export const PrintCertificate = ({ id }: { id: string }) => (
  <PrintButton
    endpoint={printCertificate}
    id={id}
    label="Imprimir PDF"
    done="PDF del certificado generado correctamente"
    failed="No se pudo generar el PDF del certificado"
  />
);
