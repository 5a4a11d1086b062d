import type { AuditCheck, AuditDeletion } from '@gatehouse/domain/audit'
import {
  createChainChecker,
  readTimeAndKind,
  type AuditLink,
  type LinkReader,
} from './audit-links.ts'

/** Looks through the chain of the table `audit`, and returns it; `lastDeletion` holds what was deleted of it. */
export function createAuditChain(
  { links, begins }: LinkReader,
  lastDeletion: () => AuditDeletion | null,
): { check(): Promise<AuditCheck>; lines(): AsyncGenerator<string> } {
  return {
    async check() {
      const deletion = lastDeletion()
      const found = { records: 0, unchained: 0, head: '', deleted: deletion?.through ?? 0 }
      const check = createChainChecker(begins(), deletion)
      const ends = { at: 0 }
      let last: AuditLink | undefined
      for await (const link of links(ends)) {
        found.records += 1
        const { fault } = check(link)
        if (fault) return { ...found, fault: { kind: fault, record: link.seq, at: timeOf(link) } }
        if (link.hash === '') found.unchained += 1
        last = link
        found.head = link.hash
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
      for await (const link of links()) {
        const { previous } = check(link)
        const { seq, text, hash } = link
        yield `{"record":${seq},"previous":"${previous}","hash":"${hash}","entry":${text}}`
        head = hash
        count += 1
      }
      yield `{"records":${count},"head":"${head}"}`
    },
  }
}

const timeOf = ({ text }: AuditLink): number | null => readTimeAndKind(text).at
