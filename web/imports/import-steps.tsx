import { CircleCheck, FileUp } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { ERRORS } from '#contract/errors';
import { type ImportProblem, type ImportResult, MAX_IMPORT_BYTES } from '#contract/imports/imports';
import { ImportProgress } from '#web/imports/import-progress.tsx';
import { counted, countedRows, IMPORT_TEXTS } from '#web/imports/import-texts.ts';
import { type ImportKind, type Previews, usePreview, useSendImport } from '#web/imports/imports.queries.ts';
import { type Corrections, ProblemTable } from '#web/imports/problem-table.tsx';
import { RecentImports } from '#web/imports/recent-imports.tsx';
import { type Path, PLANS_ADDRESS } from '#web/platform/paths.ts';
import { notifyInvalid } from '#web/platform/query-client.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DropZone } from '#web/ui/drop-zone.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { TEXT_LINK_CLASS } from '#web/ui/text-link.ts';

type Fields = Readonly<Record<string, string>>;

interface Props<Kind extends ImportKind> {
  kind: Kind;
  /** How the file is made, above the place to drop it. */
  children: ReactNode;
  fieldTexts: Fields;
  /** Where the imported data is shown. */
  listPath: Path;
  listLabel: string;
  /** Further fields of the form that depend on the preview. */
  agreedFields?: (preview: Previews[Kind]) => Fields;
  /** What the preview shows above its problems. `change` checks the file again with other choices. */
  details?: (preview: Previews[Kind], change: (choices: Fields) => void) => ReactNode;
  controlFor?: (problem: ImportProblem, typed: Corrections, onType: OnType) => ReactNode | undefined;
}
type OnType = (problem: ImportProblem, value: string) => void;

/** Choose a file, check it, correct what is wrong, import it. */
export function ImportSteps<Kind extends ImportKind>(props: Props<Kind>) {
  const { kind, children, fieldTexts, agreedFields, details, controlFor } = props;
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [choices, setChoices] = useState<Fields>({});
  const [typed, setTyped] = useState<Corrections>({});
  /** Something was typed that the server has not checked. */
  const [isUnchecked, setUnchecked] = useState(false);
  const check = usePreview(kind);
  const send = useSendImport(kind);
  const texts = IMPORT_TEXTS[kind];
  /** Stays while the same file is checked again, and with it the focus. */
  const [previous, setPrevious] = useState<Previews[Kind]>();
  const preview = check.data ?? (check.isPending ? previous : undefined);

  const fieldsOf = (chosen: Fields, corrections: Corrections) => ({
    ...chosen,
    corrections: JSON.stringify(corrections),
  });
  const review = (checked: File, chosen: Fields, corrections: Corrections) => {
    setUnchecked(false);
    setPrevious(checked === file ? check.data : undefined);
    check.mutate({ file: checked, fields: fieldsOf(chosen, corrections) });
  };
  const choose = (chosen: File) => {
    if (check.isPending || send.isPending) return;
    if (chosen.size > MAX_IMPORT_BYTES) return notifyInvalid(ERRORS.IMPORT_TOO_LARGE.message);
    setFile(chosen);
    setChoices({});
    setTyped({});
    review(chosen, {}, {});
  };
  const change = (changed: Fields) => {
    setChoices({ ...choices, ...changed });
    if (file) review(file, { ...choices, ...changed }, typed);
  };
  const onType: OnType = ({ row, field }, value) => {
    setTyped({ ...typed, [row]: { ...typed[row], [field]: value } });
    setUnchecked(true);
  };
  const importNow = () => {
    if (!file || !preview) return;
    const fields = { ...fieldsOf(choices, typed), ready: String(preview.ready), ...agreedFields?.(preview) };
    send.mutate({ file, fields });
  };
  const restart = () => {
    check.reset();
    send.reset();
    setFile(undefined);
  };

  if (send.data) return <Finished {...props} result={send.data} onAgain={restart} />;
  return (
    <div className="space-y-6">
      <Card>
        {children}
        <DropZone
          ref={input}
          icon={FileUp}
          label={texts.label}
          hint={texts.hint}
          action="Elegir archivo"
          accept={texts.accept}
          onFile={choose}
        />
        {file && <p className="mt-3 break-words text-sm">Archivo: {file.name}</p>}
        {check.isPending && <ImportProgress part={check.progress?.part} after="Revisando el archivo..." />}
        {check.isError && (
          <p role="alert" className="mt-4 rounded-control bg-red-tint px-4 py-3 text-red">
            {check.error.message}
          </p>
        )}
      </Card>
      {preview && (
        <>
          {details?.(preview, change)}
          <Card title="Revisión">
            <Summary kind={kind} preview={preview} />
            <div className="mt-4 flex flex-wrap gap-3">
              {/* One button for both, so that the focus stays on it. */}
              {file && (isUnchecked || isImportable(preview)) && (
                <BusyButton
                  label={isUnchecked ? 'Revisar las correcciones' : `Importar ${counted(kind, preview.ready)}`}
                  busy={send.isPending || check.isPending}
                  busyLabel={send.isPending ? 'Importando...' : 'Revisando...'}
                  onPress={() => (isUnchecked ? review(file, choices, typed) : importNow())}
                />
              )}
            </div>
            {send.isPending && (
              <ImportProgress part={send.progress?.part} after={`Guardando ${counted(kind, preview.ready)}...`} />
            )}
          </Card>
          {rowProblems(preview).length > 0 && (
            <ProblemTable
              kind={kind}
              problems={rowProblems(preview)}
              fieldTexts={fieldTexts}
              typed={typed}
              onType={onType}
              controlFor={(problem) => controlFor?.(problem, typed, onType)}
            />
          )}
        </>
      )}
      <RecentImports kind={kind} />
    </div>
  );
}

const rowProblems = ({ problems }: { problems: readonly ImportProblem[] }) => problems.filter(({ row }) => row > 0);
const fileProblems = ({ problems }: { problems: readonly ImportProblem[] }) => problems.filter(({ row }) => row === 0);

const isImportable = (preview: Previews[ImportKind]): boolean =>
  preview.ready > 0 && fileProblems(preview).length === 0;

function Summary({ kind, preview }: { kind: ImportKind; preview: Previews[ImportKind] }) {
  const { rows, ready } = preview;
  const skipped = 'skipped' in preview ? preview.skipped : 0;
  return (
    <div role="status" className="space-y-2">
      <p>
        El archivo tiene {countedRows(kind, rows)}. {isImportable(preview) ? 'Se puede importar' : 'Sin problemas'}:{' '}
        <strong>{counted(kind, ready)}</strong>.
      </p>
      {fileProblems(preview).map(({ field, message }) => (
        <p key={field} className="font-medium text-red">
          {message}{' '}
          {field === 'plan' && (
            <Link to={PLANS_ADDRESS} className={TEXT_LINK_CLASS}>
              Ver planes
            </Link>
          )}
        </p>
      ))}
      {rows > ready && fileProblems(preview).length === 0 && (
        <p className="text-orange">
          {countedRows(kind, rows - ready)} con problemas: {IMPORT_TEXTS[kind].correct}
        </p>
      )}
      {skipped > 0 && (
        <p className="text-muted text-sm">
          {skipped === 1 ? 'No se considera' : 'No se consideran'} {countedRows(kind, skipped)}. Quedan fuera los
          pasados, de día completo, cancelados o a más de un año.
        </p>
      )}
    </div>
  );
}

/** The focus was on the button that is gone. */
const takeFocus = (text: HTMLElement | null) => text?.focus({ preventScroll: true });

function Finished<Kind extends ImportKind>({
  kind,
  listPath,
  listLabel,
  result,
  onAgain,
}: Props<Kind> & { result: ImportResult; onAgain: () => void }) {
  return (
    <div className="space-y-6">
      <Card>
        <div role="status" className="flex items-start gap-3">
          <CircleCheck size={24} aria-hidden="true" className="mt-0.5 shrink-0 text-green" />
          <p ref={takeFocus} tabIndex={-1} className="font-semibold text-lg">
            Importación lista: {counted(kind, result.imported)}
          </p>
        </div>
        <div className="mt-6 flex flex-wrap gap-3">
          <Link to={listPath} className={buttonClass()}>
            {listLabel}
          </Link>
          <Button look="secondary" onClick={onAgain}>
            Importar otro archivo
          </Button>
        </div>
      </Card>
      <RecentImports kind={kind} onUndone={(id) => id === result.importId && onAgain()} />
    </div>
  );
}
