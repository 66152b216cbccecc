import type { ReactNode } from 'react';
import { generatePath } from 'react-router';
import { documentText, nameWithSocial } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import { PATHS } from '#web/platform/paths.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { Page } from '#web/ui/page.tsx';

interface Props {
  patient: Patient;
  title: string;
  badge: ReactNode;
  actions?: ReactNode;
  /** Leaves room for a panel beside the text. */
  wide?: boolean;
  children: ReactNode;
}

/** The page of a record of a patient, with its title, the patient and the way back. */
export function PatientDocument({ patient, title, badge, actions, wide = false, children }: Props) {
  return (
    <Page
      narrow={!wide}
      title={title}
      badge={badge}
      actions={actions}
      subtitle={
        <>
          {nameWithSocial(patient)} · <span className="whitespace-nowrap">{documentText(patient)}</span>
        </>
      }
      back={<BackLink to={generatePath(PATHS.patient, { id: patient._id })} label="Volver al Paciente" />}
    >
      {children}
    </Page>
  );
}
