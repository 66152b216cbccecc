import { Download, FileText, Image, Trash2 } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import type { Attachment } from '#contract/attachments';
import { useDeleteAttachment, useDownload } from '#web/attachments/attachments.queries.ts';
import { FileName } from '#web/attachments/file-name.tsx';
import { saveFile } from '#web/platform/save-file.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatBytes } from '#web/ui/format-bytes.ts';
import { formatInstant } from '#web/ui/format-instant.ts';
import { onDemand } from '#web/ui/on-demand.tsx';

const AttachmentPreview = onDemand(
  async () => (await import('#web/attachments/attachment-preview.tsx')).AttachmentPreview,
);

interface Props {
  patientId: string;
  attachments: readonly Attachment[];
  /** Gets the focus when the last file was deleted. */
  addInput: RefObject<HTMLInputElement | null>;
}

export function AttachmentList({ patientId, attachments, addInput }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [opened, setOpened] = useState<Attachment>();
  const [deleting, setDeleting] = useState<Attachment & { index: number }>();
  const remove = useDeleteAttachment(patientId);
  /** The button of the file that has taken the place of a deleted one, or of the last file. */
  const buttonAt = (index: number) =>
    (list.current?.children[index] ?? list.current?.lastElementChild)?.querySelector('button');
  return (
    <>
      <ul ref={list} aria-label="Archivos guardados" className="divide-y divide-line border-line border-y">
        {attachments.map((attachment, index) => (
          <AttachmentItem
            key={attachment._id}
            attachment={attachment}
            onOpen={() => setOpened(attachment)}
            onDelete={() => setDeleting({ ...attachment, index })}
          />
        ))}
      </ul>
      {opened && <AttachmentPreview attachment={opened} onClose={() => setOpened(undefined)} />}
      {deleting && (
        <ConfirmDialog
          title="¿Eliminar archivo?"
          confirmLabel="Eliminar"
          busyLabel="Eliminando..."
          busy={remove.isPending}
          focusFallback={() => buttonAt(deleting.index) ?? addInput.current}
          onConfirm={() => remove.mutate(deleting._id, { onSettled: () => setDeleting(undefined) })}
          onCancel={() => setDeleting(undefined)}
        >
          <p className="wrap-anywhere">
            Se eliminará <strong className="text-ink">{deleting.name}</strong>. Esta acción no se puede deshacer y queda
            en el registro de accesos.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface ItemProps {
  attachment: Attachment;
  onOpen: () => void;
  onDelete: () => void;
}

function AttachmentItem({ attachment, onOpen, onDelete }: ItemProps) {
  const { name, size, createdAt, isPermanent, noteId } = attachment;
  const { day } = formatInstant(createdAt, useTimeZone());
  const download = useDownload();
  return (
    <li className="flex items-center gap-1 py-2 text-sm">
      <div className="relative flex min-w-0 grow items-center gap-3 rounded-control p-1 transition-colors duration-150 hover:bg-austral-50">
        <Thumbnail attachment={attachment} />
        <div className="min-w-0">
          <button
            type="button"
            aria-label={`Ver ${name}`}
            onClick={onOpen}
            // Pressing anywhere on the row opens the file.
            className="max-w-full font-semibold text-austral-700 after:absolute after:inset-0"
          >
            <FileName name={name} />
          </button>
          <p className="text-muted tabular-nums">
            {day} · {formatBytes(size)}
            {noteId && ' · De una atención'}
          </p>
        </div>
      </div>
      <Button
        look="ghost"
        size="icon"
        className="shrink-0"
        aria-label={`Descargar ${name}`}
        disabled={download.isPending}
        onClick={() => download.mutate(attachment, { onSuccess: (file) => saveFile(file, name) })}
      >
        <Download size={18} aria-hidden="true" />
      </Button>
      {!isPermanent && (
        <Button look="ghost" size="icon" className="shrink-0" aria-label={`Eliminar ${name}`} onClick={onDelete}>
          <Trash2 size={18} aria-hidden="true" />
        </Button>
      )}
    </li>
  );
}

function Thumbnail({ attachment: { thumbnail, type } }: { attachment: Attachment }) {
  if (thumbnail)
    return <img src={thumbnail} alt="" className="size-12 shrink-0 rounded-control bg-white object-cover" />;
  const Icon = type === 'application/pdf' ? FileText : Image;
  return (
    <span className="flex size-12 shrink-0 items-center justify-center rounded-control bg-austral-50 text-austral-700">
      <Icon size={22} aria-hidden="true" />
    </span>
  );
}
