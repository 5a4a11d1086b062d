import type { AuditRecord } from '@gatehouse/domain'

/** Whose subject is the name of a tool, a server or a receiver, and nothing that was written in a chat. */
const NAMED = new Set<AuditRecord['kind']>([
  'tool-call',
  'sign-in',
  'permission-given',
  'permission-revoked',
])

/**
 * The record of a decision in a temporary chat: its author, the tool, the server and the outcome. No text, and no
 * hash that could confirm a guess at it.
 */
export function redactedRecord(record: AuditRecord): AuditRecord {
  const {
    page: _page,
    words: _words,
    sent: _sent,
    received: _received,
    fields: _fields,
    moreFields: _moreFields,
    reason: _reason,
    flows: _flows,
    ...rest
  } = record
  return {
    ...rest,
    subject: NAMED.has(record.kind) ? record.subject : '',
    isTemporary: true,
  }
}
