import type { Ask, AuditRecord } from '@gatehouse/domain'
import { useAskHistory, useAsks } from '../../lib/queries/index.ts'
import { useUi } from '../../lib/ui-store.tsx'

/** What the main pane shows: what was chosen, else the oldest ask that waits. */
export function useOpenActivity(): { ask: Ask | undefined; record: AuditRecord | undefined } {
  const chosen = useUi((ui) => ui.activityId)
  const pending = useAsks().data
  const record = useAskHistory().data?.find((one) => one.id === chosen)
  const ask = pending?.find((one) => one.id === chosen) ?? (record ? undefined : pending?.[0])
  return { ask, record }
}
