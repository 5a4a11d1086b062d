import type { Ask, AuditRecord, UnsentAnswer } from '@gatehouse/domain'
import { useAskHistory, useAsks, useUnsentAnswers } from '../../lib/queries/index.ts'
import { useUi } from '../../lib/ui-store.tsx'

/** What the main pane shows: what was chosen, else the oldest ask that waits. */
export function useOpenActivity(): {
  ask: Ask | undefined
  unsent: UnsentAnswer | undefined
  record: AuditRecord | undefined
} {
  const chosen = useUi((ui) => ui.activityId)
  const pending = useAsks().data
  const record = useAskHistory().data?.find((one) => one.id === chosen)
  const unsent = useUnsentAnswers().data?.find((one) => one.id === chosen)
  const other = record !== undefined || unsent !== undefined
  const ask = pending?.find((one) => one.id === chosen) ?? (other ? undefined : pending?.[0])
  return { ask, unsent, record }
}
