import { type ReactNode, useState } from 'react';
import { formatDay } from '#contract/days';
import type { ImportProblem } from '#contract/imports/imports';
import { DOCUMENT_TYPES } from '#contract/patient-identity';
import { IMPORT_TEXTS } from '#web/imports/import-texts.ts';
import type { ImportKind } from '#web/imports/imports.queries.ts';
import { Pager } from '#web/ui/pager.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

const ROWS_PER_PAGE = 25;

interface Props {
  kind: ImportKind;
  problems: readonly ImportProblem[];
  fieldTexts: Readonly<Record<string, string>>;
  /** What was typed, by row and field. */
  typed: Corrections;
  onType: (problem: ImportProblem, value: string) => void;
  /** The control of a field that is not typed. Undefined for one that is. */
  controlFor?: (problem: ImportProblem) => ReactNode | undefined;
}

export type Corrections = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Each problem of a row, with a control that corrects it. */
export function ProblemTable({ kind, problems, fieldTexts, typed, onType, controlFor }: Props) {
  const [page, setPage] = useState(1);
  const { heading, of } = IMPORT_TEXTS[kind].rows;
  const pages = Math.max(1, Math.ceil(problems.length / ROWS_PER_PAGE));
  const shownPage = Math.min(page, pages);
  const fieldOf = ({ field, documentType }: ImportProblem) =>
    (field === 'rut' && documentType && DOCUMENT_TYPES[documentType]) || (fieldTexts[field] ?? field);
  const columns: Column<ImportProblem>[] = [
    {
      name: heading,
      kind: 'title',
      width: '@2xl:w-56',
      cell: ({ row, label, date, time }) => (
        <>
          <span className="tabular-nums">{row}</span>
          {date && (
            <span className="ml-2 whitespace-nowrap font-normal tabular-nums">
              {formatDay(date)} {time}
            </span>
          )}
          {label && <span className="ml-2 break-words font-normal text-muted">{label.slice(0, 80)}</span>}
        </>
      ),
    },
    { name: 'Problema', cell: (problem) => `${fieldOf(problem)}: ${problem.message}` },
    {
      name: 'Corrección',
      width: '@2xl:w-72',
      cell: (problem) =>
        controlFor?.(problem) ?? (
          <TextInput
            aria-label={`${fieldOf(problem)} ${of} ${problem.row}`}
            value={typed[problem.row]?.[problem.field] ?? problem.value}
            maxLength={5000}
            onChange={({ target }) => onType(problem, target.value)}
          />
        ),
    },
  ];
  return (
    <>
      <Table
        label="Problemas del archivo"
        columns={columns}
        minWidth="@2xl:min-w-[44rem]"
        rows={problems.slice((shownPage - 1) * ROWS_PER_PAGE, shownPage * ROWS_PER_PAGE)}
        keyOf={({ row, field }) => `${row}.${field}`}
      />
      {pages > 1 && (
        <div className="mt-6">
          <Pager page={shownPage} pages={pages} onPage={setPage} />
        </div>
      )}
    </>
  );
}
