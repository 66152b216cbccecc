import { Ban, FileCheck2, type LucideIcon, UserCheck, UserRoundSearch, UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Verification } from '#contract/documents';
import { CONTENT_HASH_NAME, FILE_HASH_NAME } from '#contract/hash-names';
import { FileDrop } from '#web/documents/file-drop.tsx';
import { RNPI_SITE } from '#web/platform/paths.ts';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';

/** What is known of an issued document: that it is intact and, apart from that, who issued it. */
export function VerifiedDocument({ document }: { document: Verification }) {
  const { professional } = document;
  const { day, clock } = formatInstant(document.finalizedAt, document.timeZone);
  return (
    <div className={`${CARD_CLASS} overflow-hidden`}>
      <VoidStatement document={document} />
      <Statement look={document.voidedAt ? '' : 'bg-green-tint text-green'} icon={FileCheck2} title="Documento íntegro">
        Fue emitido con Ficha Austral y se guarda tal como se emitió. Compara estos datos con los del papel.
      </Statement>
      <IssuerStatement document={document} />
      <dl className="grid gap-x-8 gap-y-5 p-6 sm:grid-cols-2">
        <Fact name="Tipo">
          {document.type}
          {document.addendaCount && (
            <span className="block text-muted">
              {document.addendaCount === 1 ? 'Incluye 1 adenda' : `Incluye ${document.addendaCount} adendas`}
            </span>
          )}
        </Fact>
        <Fact name="Folio">{document.folio}</Fact>
        <Fact name="Fecha de emisión">{`${day} ${clock}`}</Fact>
        {document.patientInitials && <Fact name="Iniciales del paciente">{document.patientInitials}</Fact>}
        {professional && (
          <Fact name="Profesional">
            {professional.name}
            {professional.profession && <span className="block text-muted">{professional.profession}</span>}
          </Fact>
        )}
        {professional?.rnpi && <Fact name="RNPI">{professional.rnpi}</Fact>}
        {document.timestamp !== 'none' && (
          <Fact name="Sello de tiempo">
            {document.timestamp === 'included' ? 'Incluido' : 'No disponible al emitir el documento'}
          </Fact>
        )}
        <Fact name={CONTENT_HASH_NAME} wide>
          <code className="break-all font-normal text-sm">{document.contentHash}</code>
        </Fact>
        <Fact name={FILE_HASH_NAME} wide>
          <code className="break-all font-normal text-sm">{document.fileHash}</code>
        </Fact>
      </dl>
      <div className="border-line border-t p-6">
        <FileDrop fileHash={document.fileHash} />
      </div>
    </div>
  );
}

/** A void document is intact too: that it is void comes first. */
function VoidStatement({ document: { voidedAt, timeZone } }: { document: Verification }) {
  if (!voidedAt) return null;
  const { day, clock } = formatInstant(voidedAt, timeZone);
  return (
    <Statement look="bg-red-tint text-red" icon={Ban} title="Anulado">
      Este comprobante dejó de valer el {day} a las {clock}: se anuló un pago que aparece en él.
    </Statement>
  );
}

/** A page loaded before an update of the server may receive neither field: then nobody has checked the identity. */
function IssuerStatement({ document: { issuer, identity } }: { document: Verification }) {
  if (issuer === 'closed') {
    return (
      <Statement look="border-line border-b bg-paper" icon={UserX} title="Emisor dado de baja">
        La cuenta que emitió este documento fue dada de baja. Se conservan su tipo, su fecha y sus huellas, sin nombres.
      </Statement>
    );
  }
  if (identity === 'verified') {
    return (
      <Statement look="border-line border-t bg-green-tint text-green" icon={UserCheck} title="Identidad verificada">
        La administración de este servicio encontró a esta persona en el registro de prestadores de la Superintendencia
        de Salud.
      </Statement>
    );
  }
  return (
    <Statement
      look="bg-orange-tint text-orange"
      icon={UserRoundSearch}
      title="Identidad declarada por el emisor, no verificada"
    >
      El nombre, la profesión y el RNPI son los que escribió quien emitió el documento. Nadie los ha comprobado aquí:
      puedes buscarlos en el{' '}
      <a href={RNPI_SITE} target="_blank" rel="noreferrer" className="font-semibold underline underline-offset-3">
        registro de la Superintendencia de Salud
      </a>
      .
    </Statement>
  );
}

interface StatementProps {
  look: string;
  icon: LucideIcon;
  title: string;
  children: ReactNode;
}

const Statement = ({ look, icon: Icon, title, children }: StatementProps) => (
  <div className={`flex items-start gap-4 p-6 ${look}`}>
    <Icon size={32} aria-hidden="true" className="shrink-0" />
    <div>
      <h2 className="text-xl">{title}</h2>
      <p>{children}</p>
    </div>
  </div>
);

function Fact({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={`min-w-0 ${wide ? 'sm:col-span-2' : ''}`}>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="break-words font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
