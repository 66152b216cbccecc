import { Download } from 'lucide-react';
import type { Attachment } from '#contract/attachments';
import { useAttachmentContent } from '#web/attachments/attachments.queries.ts';
import { FileSkeleton } from '#web/attachments/file-skeleton.tsx';
import { useObjectUrl } from '#web/platform/object-url.ts';
import { saveFile } from '#web/platform/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const PdfPages = onDemand(async () => (await import('#web/attachments/pdf-pages.tsx')).PdfPages, FileSkeleton);

interface Props {
  attachment: Attachment;
  onClose: () => void;
}

/** Shows a file in the page. */
export function AttachmentPreview({ attachment, onClose }: Props) {
  const { name, type } = attachment;
  const { data: file, isError, refetch } = useAttachmentContent(attachment);
  return (
    <Dialog title={name} wide="very" onClose={onClose}>
      {isError && !file && <InlineFailure text="No se pudo abrir el archivo" onRetry={() => void refetch()} />}
      {!file && !isError && <FileSkeleton />}
      {file && type === 'application/pdf' && <PdfPages file={file} name={name} />}
      {file && type !== 'application/pdf' && <Picture file={file} name={name} />}
      {file && (
        <div className="mt-4 flex justify-end">
          <Button look="secondary" onClick={() => saveFile(file, name)}>
            <Download size={18} aria-hidden="true" />
            Descargar
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function Picture({ file, name }: { file: Blob; name: string }) {
  const url = useObjectUrl(file);
  return (
    url && (
      <img src={url} alt={name} className="mx-auto max-h-[70dvh] max-w-full rounded-control bg-white object-contain" />
    )
  );
}
