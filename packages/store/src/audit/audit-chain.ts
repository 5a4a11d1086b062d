import type { AuditCheck, AuditDeletion } from '@gatehouse/domain/audit'
import {
  createChainChecker,
  readTimeAndKind,
  type ChainEntry,
  type ChainReader,
} from './audit-chain-entries.ts'

/** Looks through the chain of the table `audit`, and returns it; `lastDeletion` holds what was deleted of it. */
export function createAuditChain(
  { entries, begins }: ChainReader,
  lastDeletion: () => AuditDeletion | null,
): { check(): Promise<AuditCheck>; lines(): AsyncGenerator<string> } {
  return {
    async check() {
      const deletion = lastDeletion()
      const found = { records: 0, unchained: 0, head: '', deleted: deletion?.through ?? 0 }
      const check = createChainChecker(begins(), deletion)
      const ends = { at: 0 }
      let last: ChainEntry | undefined
      for await (const entry of entries(ends)) {
        found.records += 1
        const { fault } = check(entry)
        if (fault) return { ...found, fault: { kind: fault, record: entry.seq, at: timeOf(entry) } }
        if (entry.hash === '') found.unchained += 1
        last = entry
        found.head = entry.hash
      }
      const record = last?.seq ?? 0
      if (record < ends.at)
        return { ...found, fault: { kind: 'missing-end', record, at: last ? timeOf(last) : null } }
      return { ...found, fault: deletion?.fault ? { ...deletion.fault, kind: 'deleted' } : null }
    },
    async *lines() {
      const check = createChainChecker(begins(), lastDeletion())
      let head = ''
      let count = 0
      for await (const entry of entries()) {
        const { previous } = check(entry)
        const { seq, text, hash } = entry
        yield `{"record":${seq},"previous":"${previous}","hash":"${hash}","entry":${text}}`
        head = hash
        count += 1
      }
      yield `{"records":${count},"head":"${head}"}`
    },
  }
}

const timeOf = ({ text }: ChainEntry): number | null => readTimeAndKind(text).at
