import type { ServerView } from '@gatehouse/domain'
import { diagnose, type Diagnosis, type ServerExamination } from '@gatehouse/domain/doctor'
import { useMemo } from 'react'
import { useServerExamination } from '../../../lib/queries/index.ts'

/** Steps of the last start and the cause of its failure; `undefined` until main has answered. */
export function useDiagnosis(
  view: ServerView,
): { examination: ServerExamination; diagnosis: Diagnosis } | undefined {
  const { connection, config } = view
  const at =
    connection.status === 'failed'
      ? connection.at
      : connection.status === 'ready'
        ? connection.since
        : 0
  const { data: examination } = useServerExamination(config.id, at)
  return useMemo(
    () => examination && { examination, diagnosis: diagnose(view, examination) },
    [examination, view],
  )
}
