import { Camera, Paperclip } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { ATTACHMENT_TYPES } from '#contract/attachments';
import { AttachmentList } from '#web/attachments/attachment-list.tsx';
import {
  ATTACHMENTS_NOT_LOADED,
  type Place,
  useAttachments,
  useUploads,
} from '#web/attachments/attachments.queries.ts';
import { UploadList } from '#web/attachments/upload-list.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { CARD_CLASS } from '#web/ui/card.tsx';
import { EarlierButton } from '#web/ui/earlier-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface Props extends Place {
  /** No file can be added, as in a finalised note. Without files the card is not shown. */
  isReadOnly?: boolean;
}

/** With these types a telephone converts its photos to JPEG. */
const ACCEPTED = Object.keys(ATTACHMENT_TYPES).join(',');

/** The files of a patient or of a note. */
export function AttachmentsCard({ patientId, noteId, isReadOnly = false }: Props) {
  const place = { patientId, noteId };
  const list = useAttachments(place);
  const queue = useUploads(place);
  const attachments = list.data?.pages.flat();
  const isOpen = !isReadOnly;
  const addInput = useRef<HTMLInputElement>(null);
  usePastedPictures(isOpen, queue.add);
  useLeaveWarning(queue.uploads.some(({ status }) => status !== 'failed'));
  if (isReadOnly && (!attachments || attachments.length === 0)) return null;
  return (
    <DropTarget isOpen={isOpen} onFiles={queue.add}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lg">Archivos</h2>
        {isOpen && <AddButtons onFiles={queue.add} addInput={addInput} />}
      </div>
      {isOpen && (
        <p className="text-muted text-sm">
          Exámenes y cartas en PDF, JPEG o PNG de hasta 15 MB. También puedes arrastrarlos aquí o pegar una imagen.
        </p>
      )}
      {queue.uploads.length > 0 && <UploadList {...queue} />}
      <div className="mt-4 empty:mt-0">
        {list.isError && !attachments && (
          <InlineFailure text={ATTACHMENTS_NOT_LOADED} onRetry={() => void list.refetch()} />
        )}
        {list.isPending && <Skeleton className="h-16 w-full" />}
        {attachments && attachments.length > 0 && (
          <AttachmentList patientId={patientId} attachments={attachments} addInput={addInput} />
        )}
        {list.hasNextPage && (
          <EarlierButton isLoading={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()} />
        )}
      </div>
    </DropTarget>
  );
}

interface FilesProps {
  onFiles: (files: File[]) => void;
}

function AddButtons({ onFiles, addInput }: FilesProps & { addInput: RefObject<HTMLInputElement | null> }) {
  return (
    <div className="flex flex-wrap gap-2">
      <span className="hidden pointer-coarse:inline-flex">
        <FileButton label="Tomar foto" icon={<Camera size={18} aria-hidden="true" />} onFiles={onFiles} isCamera />
      </span>
      <FileButton
        label="Agregar archivos"
        icon={<Paperclip size={18} aria-hidden="true" />}
        onFiles={onFiles}
        input={addInput}
      />
    </div>
  );
}

interface FileButtonProps extends FilesProps {
  label: string;
  icon: ReactNode;
  isCamera?: boolean;
  input?: RefObject<HTMLInputElement | null>;
}

function FileButton({ label, icon, onFiles, isCamera = false, input }: FileButtonProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className={`${buttonClass({ look: 'secondary' })} cursor-pointer focus-within:outline-2 focus-within:outline-austral-600 focus-within:outline-offset-2`}
    >
      {icon}
      {label}
      <input
        ref={input}
        id={id}
        type="file"
        className="sr-only"
        {...(isCamera
          ? { accept: 'image/jpeg,image/png', capture: 'environment' }
          : { accept: ACCEPTED, multiple: true })}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Without this, choosing the same file again would fire no event.
          event.target.value = '';
        }}
      />
    </label>
  );
}

/** The whole card takes files that are dropped on it. */
function DropTarget({ isOpen, onFiles, children }: FilesProps & { isOpen: boolean; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: React.DragEvent) => isOpen && event.dataTransfer.types.includes('Files');
  return (
    <section
      aria-label="Archivos"
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      }}
      className={`${CARD_CLASS} p-4 sm:p-6 ${isOver ? 'outline-2 outline-austral-600 outline-dashed' : ''}`}
    >
      {children}
    </section>
  );
}

function usePastedPictures(isOpen: boolean, onFiles: (files: File[]) => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const paste = (event: ClipboardEvent) => {
      const pictures = pastedPictures(event);
      if (pictures.length === 0) return;
      event.preventDefault();
      onFiles(pictures);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [isOpen, onFiles]);
}

const PASTED_NAMES: Record<string, string> = { 'image/png': 'Imagen pegada.png', 'image/jpeg': 'Imagen pegada.jpg' };

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** The pictures of a paste. None when the paste is text for a field, or a dialog is open. */
function pastedPictures({ clipboardData, target }: ClipboardEvent): File[] {
  if (!clipboardData || document.querySelector('[role=dialog], [role=alertdialog]')) return [];
  if (isTextField(target) && clipboardData.types.includes('text/plain')) return [];
  return [...clipboardData.files].flatMap((file) => {
    const name = PASTED_NAMES[file.type];
    // Browsers call every pasted picture 'image.png'.
    return name ? [new File([file], name, { type: file.type })] : [];
  });
}

/** Closing the tab would end the uploads. */
function useLeaveWarning(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isSending]);
}
