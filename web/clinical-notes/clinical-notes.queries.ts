import { useQuery } from '@tanstack/react-query';
import { canWriteClinically } from '#contract/clinical-notes';
import { queryFor } from '#web/platform/api.ts';

/** Whether the plan lets notes and certificates be written; undefined until it is known. */
export const useClinicalPermission = () => useQuery(queryFor(canWriteClinically, {})).data;
