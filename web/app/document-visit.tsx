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

/** All that a page about one document of a patient has to know before it is shown. */
export interface Visited<Document> {
  patient: Patient;
  permission: Permission;
  /** Left out for a new one. */
  document?: Document;
}

interface Props<Document> {
  patientId: string;
  /** Left out for a new one. */
  document?: UseQueryResult<Document>;
  title: string;
  notLoaded: string;
  skeleton: ReactNode;
  missing: ReactNode;
  children: (visited: Visited<Document>) => ReactNode;
}

const isGone = (error: Error | null | undefined): boolean => error instanceof ApiError && error.status === 404;

/** Waits until all is known. Whatever is learnt later, nobody takes the page away from under who is writing on it. */
export function DocumentVisit<Document>(props: Props<Document>) {
  const { patientId, document, title, notLoaded, skeleton, missing, children } = props;
  const [visited, setVisited] = useState<Visited<Document>>();
  const patient = usePatient(patientId, !visited);
  const permission = useClinicalPermission(!visited);
  const asked = document ? [patient, permission, document] : [patient, permission];
  // All of them, every time: a query tells only of what was looked at.
  const awaited = asked.filter(({ isSuccess, isFetching }) => !isSuccess || isFetching);
  if (!visited && awaited.length === 0 && patient.data && permission.data) {
    setVisited({ patient: patient.data, permission: permission.data, document: document?.data });
  }

  if (visited) return children(visited);
  if (isGone(patient.error)) return <PatientMissing />;
  if (isGone(document?.error)) return missing;
  if (!asked.some(({ isError }) => isError)) return skeleton;
  const retry = () => {
    for (const one of asked) if (one.isError) void one.refetch();
  };
  return (
    <Page narrow title={title}>
      <LoadFailure title={notLoaded} onRetry={retry} />
    </Page>
  );
}
