import type { HandlersOf } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'
import type { AppAdapters } from './app-handlers.ts'
import { writeText } from '../../write-text.ts'

export const auditHandlers = (
  { audit, auditRetention, historyPage, historyRecord }: Host,
  { pickNewFile }: AppAdapters,
): HandlersOf<'audit'> => ({
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
})

/** Writes the lines of the record as {@link writeText} does. Rejects with `audit/not-written`. */
function writeLines(path: string, lines: AsyncIterable<string>): Promise<void> {
  return writeText(path, withEnds(lines), { code: 'audit/not-written', name: 'The activity' })
}

async function* withEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}
