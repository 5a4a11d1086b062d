/** Deletes old records of decisions so that what is left can still be checked. */
import { objectOfJson } from '@gatehouse/domain'
import { auditCutSchema, type AuditCut, type AuditFault } from '@gatehouse/domain/audit'
import type { AuditAge, AuditStore } from '@gatehouse/host/ports'
import {
  createLinkFollower,
  readTimeAndKind,
  yieldToEventLoop,
  textColumn,
  type LinkReader,
} from './audit-links.ts'
import type { Database } from './database.ts'

/** Rows that are deleted in one turn of the event loop, each overwritten. */
const ROWS_AT_ONCE = 100

/** The ids of cuts: found by the index, and in the order of what they deleted. */
const cutId = (through: number): string => `cut-${String(through).padStart(16, '0')}`

/**
 * The last cut. Its row is only as good as the chain; who changes its id hides it, and then the record begins in
 * its middle.
 */
export function createLastCut(database: Database): () => AuditCut | null {
  const last = database.prepare(
    "SELECT json, id FROM audit WHERE id >= 'cut-' AND id < 'cut.' ORDER BY id DESC LIMIT 1",
  )
  return () => {
    const [text, id] = last.rows()[0] ?? []
    const record = objectOfJson(textColumn(text))
    const parsed = auditCutSchema.safeParse(record?.['cut'])
    return parsed.success && record?.['id'] === id ? parsed.data : null
  }
}

export function createAuditCuts(
  database: Database,
  { reader, lastCut }: { reader: LinkReader; lastCut: () => AuditCut | null },
): (append: AuditStore['append']) => Pick<AuditStore, 'countOld' | 'cut'> {
  // From the last one down: the first ones stay linked to what was before them, as long as there are any.
  const deleteSome = database.prepare(
    'DELETE FROM audit WHERE seq IN (SELECT seq FROM audit WHERE seq <= ? ORDER BY seq DESC LIMIT ?)',
  )
  const count = database.prepare(
    'SELECT count(*) FROM (SELECT 1 FROM audit WHERE seq <= ? LIMIT ?)',
  )

  async function remove({ through }: AuditCut, signal: AbortSignal): Promise<number> {
    for (let removed = 0; ;) {
      const found = Number(count.rows(through, ROWS_AT_ONCE)[0]?.[0] ?? 0)
      if (found === 0 || signal.aborted) return removed
      deleteSome.run(through, ROWS_AT_ONCE)
      removed += found
      await yieldToEventLoop()
    }
  }

  return (append) => ({
    countOld: async (age) => (await oldStretch(reader, { age, last: lastCut() }))?.records ?? 0,
    async cut(age, { record, signal }) {
      const last = lastCut()
      // What an earlier one that was ended has left.
      const removed = last === null ? 0 : await remove(last, signal)
      const next = signal.aborted || !age ? null : await oldStretch(reader, { age, last, signal })
      const entry = next && !signal.aborted ? record(cutId(next.through), next) : null
      if (next === null || entry === null) return removed
      append(entry)
      return removed + (await remove(next, signal))
    },
  })
}

/** From the begin on, up to the last old one before the first that is not; `null` when there is nothing to delete. */
async function oldStretch(
  { links, begins }: LinkReader,
  { age, last, signal }: { age: AuditAge; last: AuditCut | null; signal?: AbortSignal | undefined },
): Promise<AuditCut | null> {
  const follow = createLinkFollower(begins(), last)
  let cut: AuditCut | null = null
  let fault: AuditFault | null = last?.fault ?? null
  let first: { seq: number; previous: string } | undefined
  let records = 0
  let decisions = 0
  let decisionsCut = 0
  for await (const link of links()) {
    if (signal?.aborted) return null
    const followed = follow(link)
    const { at, kind } = readTimeAndKind(link.text)
    first ??= { seq: link.seq, previous: followed.previous }
    fault ??= followed.fault && { kind: followed.fault, record: link.seq, at }
    if (at !== null && at >= age.before && at <= age.now) break
    records += 1
    decisions += kind === 'record-cut' ? 0 : 1
    // One whose time cannot be right is as old as what comes after it.
    if (at === null || at >= age.before) continue
    decisionsCut = decisions
    cut = {
      first: first.seq,
      previous: first.previous,
      through: link.seq,
      head: link.hash,
      records,
      before: age.before,
      fault,
    }
  }
  // A cut for the sake of cuts alone would be made again and again.
  return decisionsCut === 0 ? null : cut
}
