import { useQuery } from '@tanstack/react-query';
import { ShieldX } from 'lucide-react';
import { useParams } from 'react-router';
import { verifyDocument } from '#contract/documents';
import { CodeForm } from '#web/documents/code-form.tsx';
import { VerifiedDocument } from '#web/documents/verified-document.tsx';
import { queryFor } from '#web/platform/api.ts';
import { isError } from '#web/platform/api-error.ts';
import { PublicFrame } from '#web/site/public-frame.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { RetryButton } from '#web/ui/retry-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The errors that mean that no document has the code. Any other error says nothing about the document. */
const NO_SUCH_DOCUMENT = ['DOCUMENT_UNKNOWN', 'NOT_FOUND', 'INVALID_INPUT'] as const;

/** Open to everybody: no login, no clinical content. */
export function VerifyPage() {
  const { code } = useParams();
  return (
    <PublicFrame className="mx-auto w-full max-w-3xl px-4 pt-8 pb-20 sm:px-6 lg:pt-12">
      <h1 className="text-title">Verificar documento</h1>
      <p className="mt-2 mb-8 text-muted">
        Comprueba que una atención, receta, certificado o comprobante fue emitido con Ficha Austral y no ha cambiado.
      </p>
      {code === undefined ? (
        <div className={`${CARD_CLASS} p-6`}>
          <CodeForm />
        </div>
      ) : (
        <>
          <Answer code={code} />
          <section className={`${CARD_CLASS} mt-8 p-6`}>
            <h2 className="mb-4 text-xl">Verificar otro documento</h2>
            <CodeForm key={code} />
          </section>
        </>
      )}
    </PublicFrame>
  );
}

function Answer({ code }: { code: string }) {
  const { data, error, refetch } = useQuery(queryFor(verifyDocument, { params: { code } }));
  if (data) return <VerifiedDocument document={data} />;
  if (NO_SUCH_DOCUMENT.some((refusal) => isError(error, refusal))) return <UnknownDocument />;
  if (error) {
    return (
      <div role="alert" className={`${CARD_CLASS} space-y-4 p-6`}>
        <p>
          {isError(error, 'TOO_MANY_TRIES') ? error.message : 'No se pudo verificar el documento. Intenta nuevamente.'}
        </p>
        <RetryButton onRetry={() => void refetch()} />
      </div>
    );
  }
  return <Skeleton className="h-96" />;
}

function UnknownDocument() {
  return (
    <div role="alert" className={`${CARD_CLASS} overflow-hidden`}>
      <div className="flex items-start gap-4 bg-red-tint p-6 text-red">
        <ShieldX size={32} aria-hidden="true" className="shrink-0" />
        <div>
          <h2 className="text-xl">Documento desconocido</h2>
          <p>No existe un documento con ese código.</p>
        </div>
      </div>
      <p className="p-6 text-muted">
        Revisa que el código esté copiado completo, tal como aparece junto al código QR. Si está bien copiado, el
        documento no fue emitido con Ficha Austral.
      </p>
    </div>
  );
}
