import type { AuditCheck, AuditDeletion } from '@gatehouse/domain/audit'
import {
  createChainChecker,
  readTimeAndKind,
  type ChainEntry,
  type ChainReader,
} from './audit-chain-entries.ts'
import { createSignatureCheck, type UsedAuditKey } from './audit-signatures.ts'

/** Looks through the chain of the table `audit`, and returns it; `lastDeletion` holds what was deleted of it. */
export function createAuditChain(
  { entries, begins }: ChainReader,
  { lastDeletion, key }: { lastDeletion: () => AuditDeletion | null; key: UsedAuditKey },
): { check(): Promise<AuditCheck>; lines(): AsyncGenerator<string> } {
  return {
    async check() {
      const deletion = lastDeletion()
      const found = {
        records: 0,
        unchained: 0,
        head: '',
        deleted: deletion?.through ?? 0,
        restored: 0,
      }
      const signing = createSignatureCheck(key)
      const result = (fault: AuditCheck['fault']): AuditCheck => ({
        ...found,
        signatures: signing.signatures(),
        fault,
      })
      const check = createChainChecker(begins(), deletion, key.current())
      const ends = { at: 0 }
      let last: ChainEntry | undefined
      for await (const entry of entries(ends)) {
        found.records += 1
        const { fault } = check(entry)
        if (fault) return result({ kind: fault, record: entry.seq, at: timeOf(entry) })
        signing.add(entry)
        if (entry.hash === '') found.unchained += 1
        if (isRestore(entry)) found.restored = entry.seq
        last = entry
        found.head = entry.hash
      }
      const record = last?.seq ?? 0
      if (record < ends.at)
        return result({ kind: 'missing-end', record, at: last ? timeOf(last) : null })
      return result(
        signing.fault(last) ?? (deletion?.fault ? { ...deletion.fault, kind: 'deleted' } : null),
      )
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

/** Parsed only where its text may say so: records are many. */
const isRestore = ({ text }: ChainEntry): boolean =>
  text.includes('backup-restored') && readTimeAndKind(text).kind === 'backup-restored'

const timeOf = ({ text }: ChainEntry): number | null => readTimeAndKind(text).at
