import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Permission } from '#contract/billing';
import type { Patient } from '#contract/patients';
import { useClinicalPermission } from '#web/drafts/clinical-permission.queries.ts';
import { PatientMissing } from '#web/patients/patient-missing.tsx';
import { usePatient } from '#web/patients/patients.queries.ts';
import { ApiError } from '#web/platform/api-error.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Page } from '#web/ui/page.tsx';

/** The data that the page of one document needs before it can be shown. */
export interface LoadedDocument<Document> {
  patient: Patient;
  permission: Permission;
  /** Undefined for a new document. */
  document: Document | undefined;
}

interface Props<Document> {
  patientId: string;
  /** Undefined for a new document. */
  document: UseQueryResult<Document> | undefined;
  title: string;
  failedTitle: string;
  skeleton: ReactNode;
  notFound: ReactNode;
  children: (loaded: LoadedDocument<Document>) => ReactNode;
}

const isNotFound = (error: Error | null | undefined): boolean => error instanceof ApiError && error.status === 404;

/** Loads the data once. Later results do not replace the page while the user is writing. */
export function DocumentLoader<Document>(props: Props<Document>) {
  const { patientId, document, title, failedTitle, skeleton, notFound, children } = props;
  const [loaded, setLoaded] = useState<LoadedDocument<Document>>();
  const patient = usePatient(patientId, !loaded);
  const permission = useClinicalPermission(!loaded);
  const queries = document ? [patient, permission, document] : [patient, permission];
  // A query result notifies only of the properties that were read, so every query is read on every render.
  const pending = queries.filter(({ isSuccess, isFetching }) => !isSuccess || isFetching);
  if (!loaded && pending.length === 0 && patient.data && permission.data) {
    setLoaded({ patient: patient.data, permission: permission.data, document: document?.data });
  }

  if (loaded) return children(loaded);
  if (isNotFound(patient.error)) return <PatientMissing />;
  if (isNotFound(document?.error)) return notFound;
  if (!queries.some(({ isError }) => isError)) return skeleton;
  const retry = () => {
    for (const query of queries) if (query.isError) void query.refetch();
  };
  return (
    <Page narrow title={title}>
      <LoadFailure title={failedTitle} onRetry={retry} />
    </Page>
  );
}
