import { BadgeCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Verification } from '#contract/documents';
import { FileDrop } from '#web/documents/file-drop.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';

/** The data of an issued document, to compare with the paper. */
export function VerifiedDocument({ document }: { document: Verification }) {
  const { professional } = document;
  const { day, clock } = formatInstant(document.finalizedAt, document.timeZone);
  return (
    <div className={`${CARD_CLASS} overflow-hidden`}>
      <div className="flex items-start gap-4 bg-green-tint p-6 text-green">
        <BadgeCheck size={32} aria-hidden="true" className="shrink-0" />
        <div>
          <h2 className="text-xl">Documento válido</h2>
          <p>Fue emitido con Ficha Austral. Compara estos datos con los del papel.</p>
        </div>
      </div>
      <dl className="grid gap-x-8 gap-y-5 p-6 sm:grid-cols-2">
        <Fact name="Tipo">{document.type}</Fact>
        <Fact name="Folio">{document.folio}</Fact>
        <Fact name="Fecha de emisión">{`${day} ${clock}`}</Fact>
        <Fact name="Iniciales del paciente">{document.patientInitials}</Fact>
        <Fact name="Profesional">
          {professional.name}
          {professional.profession && <span className="block text-muted">{professional.profession}</span>}
        </Fact>
        {professional.rnpi && <Fact name="Registro de prestadores">{`REG-SIS Nº: ${professional.rnpi}`}</Fact>}
        {document.timestamp !== 'none' && (
          <Fact name="Sello de tiempo">
            {document.timestamp === 'included' ? 'Incluido' : 'No disponible al emitir el documento'}
          </Fact>
        )}
        <Fact name="Hash del contenido" wide>
          <code className="break-all font-normal text-sm">{document.contentHash}</code>
        </Fact>
        <Fact name="Hash del archivo" wide>
          <code className="break-all font-normal text-sm">{document.fileHash}</code>
        </Fact>
      </dl>
      <div className="border-line border-t p-6">
        <FileDrop fileHash={document.fileHash} />
      </div>
    </div>
  );
}

function Fact({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={`min-w-0 ${wide ? 'sm:col-span-2' : ''}`}>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="break-words font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
