/** Deletes old records of decisions so that what is left can still be checked. */
import { waitForFreshIteration } from '@gatehouse/base'
import { objectOfJson } from '@gatehouse/domain'
import {
  auditDeletionSchema,
  type AuditDeletion,
  type AuditFault,
  type AuditKey,
} from '@gatehouse/domain/audit'
import type { AuditAge, AuditStore } from '@gatehouse/host/ports'
import {
  createChainChecker,
  readTimeAndKind,
  textColumn,
  type ChainReader,
} from './audit-chain-entries.ts'
import type { Database } from '../file/database.ts'

/** Rows that are deleted in one turn of the event loop, each overwritten. */
const ROWS_AT_ONCE = 100

/** Ids of deletions: found by the index, in the order of the records they deleted. */
const deletionId = (through: number): string => `cut-${String(through).padStart(16, '0')}`

/**
 * The last deletion. Its row is only as good as the chain: who changes its id hides it, and then the record begins
 * in its middle.
 */
export function createLastDeletion(database: Database): () => AuditDeletion | null {
  const last = database.prepare(
    "SELECT json, id FROM audit WHERE id >= 'cut-' AND id < 'cut.' ORDER BY id DESC LIMIT 1",
  )
  return () => {
    const [text, id] = last.rows()[0] ?? []
    const record = objectOfJson(textColumn(text))
    const parsed = auditDeletionSchema.safeParse(record?.['cut'])
    return parsed.success && record?.['id'] === id ? parsed.data : null
  }
}

export function createAuditDeletions(
  database: Database,
  {
    reader,
    lastDeletion,
    key,
  }: {
    reader: ChainReader
    lastDeletion: () => AuditDeletion | null
    key: () => AuditKey | null
  },
): (append: AuditStore['append']) => Pick<AuditStore, 'countOld' | 'deleteOld'> {
  // From the last one down: the first ones stay linked to what was before them, as long as there are any.
  const deleteSome = database.prepare(
    'DELETE FROM audit WHERE seq IN (SELECT seq FROM audit WHERE seq <= ? ORDER BY seq DESC LIMIT ?)',
  )
  const count = database.prepare(
    'SELECT count(*) FROM (SELECT 1 FROM audit WHERE seq <= ? LIMIT ?)',
  )

  async function remove({ through }: AuditDeletion, signal: AbortSignal): Promise<number> {
    for (let removed = 0; ;) {
      const found = Number(count.rows(through, ROWS_AT_ONCE)[0]?.[0] ?? 0)
      if (found === 0 || signal.aborted) return removed
      deleteSome.run(through, ROWS_AT_ONCE)
      removed += found
      await waitForFreshIteration()
    }
  }

  return (append) => ({
    countOld: async (age) =>
      (await findOldRecords(reader, { age, last: lastDeletion(), key: key() }))?.records ?? 0,
    async deleteOld(age, { record, signal }) {
      const last = lastDeletion()
      // Records that an earlier deletion left when it was stopped.
      const removed = last === null ? 0 : await remove(last, signal)
      const next =
        signal.aborted || !age
          ? null
          : await findOldRecords(reader, { age, last, signal, key: key() })
      const entry = next && !signal.aborted ? record(deletionId(next.through), next) : null
      if (next === null || entry === null) return removed
      append(entry)
      return removed + (await remove(next, signal))
    },
  })
}

/** From the first record to the last old one before one that is not old; `null` when there is nothing to delete. */
async function findOldRecords(
  { entries, begins }: ChainReader,
  {
    age,
    last,
    signal,
    key,
  }: {
    age: AuditAge
    last: AuditDeletion | null
    signal?: AbortSignal | undefined
    key: AuditKey | null
  },
): Promise<AuditDeletion | null> {
  const check = createChainChecker(begins(), last, key)
  let found: AuditDeletion | null = null
  let fault: AuditFault | null = last?.fault ?? null
  let first: { seq: number; previous: string } | undefined
  let records = 0
  let decisions = 0
  let decisionsFound = 0
  for await (const entry of entries()) {
    if (signal?.aborted) return null
    const checked = check(entry)
    const { at, kind } = readTimeAndKind(entry.text)
    first ??= { seq: entry.seq, previous: checked.previous }
    fault ??= checked.fault && { kind: checked.fault, record: entry.seq, at }
    if (at !== null && at >= age.before && at <= age.now) break
    records += 1
    decisions += kind === 'record-cut' ? 0 : 1
    // One whose time cannot be right is as old as what comes after it.
    if (at === null || at >= age.before) continue
    decisionsFound = decisions
    found = {
      first: first.seq,
      previous: first.previous,
      through: entry.seq,
      head: entry.hash,
      records,
      before: age.before,
      fault,
    }
  }
  // A deletion of records of deletions alone would be repeated for ever.
  return decisionsFound === 0 ? null : found
}
