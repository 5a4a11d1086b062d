import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'
import { writeLines } from '../../write-lines.ts'
import type { AppAdapters } from './app-handlers.ts'

type AuditRoutes = Extract<keyof RouteHandlers, `audit.${string}`>

export function auditHandlers(
  { audit, auditRetention, historyPage, historyRecord }: Host,
  { pickNewFile }: AppAdapters,
): Pick<RouteHandlers, AuditRoutes> {
  return {
    'audit.page': (query) => historyPage(query),
    'audit.get': ({ id }) => historyRecord(id),
    'audit.check': () => audit.check(),
    'audit.set-retention': ({ days }) => auditRetention.set(days),
    async 'audit.export'() {
      const path = await pickNewFile('gatehouse-activity.jsonl')
      if (path === null) return null
      await writeLines(path, audit.lines())
      return { path }
    },
  }
}
