import { CurrentSignature } from '#web/signature/current-signature.tsx';
import { useSignatureInfo } from '#web/signature/signature.queries.ts';
import { SignatureChooser } from '#web/signature/signature-chooser.tsx';
import { SignatureLegalNotice } from '#web/signature/signature-legal-notice.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

export function SignatureTab() {
  const { data: info, isError, refetch } = useSignatureInfo();
  if (!info && isError) return <LoadFailure title="No se pudo cargar la firma" onRetry={() => void refetch()} />;
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      {info ? (
        <div className="space-y-6">
          {info.hasSignature && (
            <Card title="Tu firma">
              <CurrentSignature info={info} />
            </Card>
          )}
          <Card title={info.hasSignature ? 'Reemplazar la imagen' : 'Sube la imagen de tu firma'}>
            <SignatureChooser />
          </Card>
        </div>
      ) : (
        <TabSkeleton />
      )}
      {/* On a narrow screen it is below: it would move when the signature arrives. */}
      <div className={info ? '' : 'max-lg:hidden'}>
        <SignatureLegalNotice />
      </div>
    </div>
  );
}

const TabSkeleton = () => (
  <div role="status" aria-label="Cargando la firma">
    <Card>
      <Skeleton className="mb-4 h-6 w-40" />
      <Skeleton className="h-44" />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <Skeleton className="h-7 w-52" />
        <Skeleton className="h-11 w-40" />
      </div>
    </Card>
  </div>
);
