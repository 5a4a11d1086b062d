import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'
import { writeLines } from '../../write-lines.ts'
import type { AppAdapters } from './app-handlers.ts'

type AuditRoutes = Extract<keyof RouteHandlers, `audit.${string}`>

export function auditHandlers(
  { audit }: Host,
  { pickNewFile }: AppAdapters,
): Pick<RouteHandlers, AuditRoutes> {
  return {
    'audit.check': () => audit.check(),
    async 'audit.export'() {
      const path = await pickNewFile('gatehouse-activity.jsonl')
      if (path === null) return null
      await writeLines(path, audit.lines())
      return { path }
    },
  }
}
