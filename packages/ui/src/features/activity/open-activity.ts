import type { Ask, UnsentAnswer } from '@gatehouse/domain'
import { useAsks, useAuditRecord, useUnsentAnswers } from '../../lib/queries/index.ts'
import type { RecordInChat } from '../../lib/queries/activity.ts'
import { useUi } from '../../lib/ui-store.tsx'

/**
 * The item in the main pane: the chosen one, else the oldest pending ask. `reading`: the chosen item is not here
 * yet, or could not be read; nothing else is shown in its place.
 */
export function useOpenActivity(): {
  ask: Ask | undefined
  unsent: UnsentAnswer | undefined
  record: RecordInChat | undefined
  reading: ReturnType<typeof useAuditRecord> | undefined
} {
  const chosen = useUi((ui) => ui.activityId)
  const pending = useAsks().data
  const unsent = useUnsentAnswers().data?.find((one) => one.id === chosen)
  const waiting = pending?.find((one) => one.id === chosen)
  const isRecord = chosen !== null && waiting === undefined && unsent === undefined
  const found = useAuditRecord(isRecord ? chosen : null)
  const record = isRecord ? (found.data ?? undefined) : undefined
  const reading = isRecord && found.data === undefined ? found : undefined
  const other = record !== undefined || unsent !== undefined || reading !== undefined
  const ask = waiting ?? (other ? undefined : pending?.[0])
  return { ask, unsent, record, reading }
}
