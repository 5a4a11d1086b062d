import type { AuditRecord, ServerConfig } from '@gatehouse/domain'
import type { Clock, IdSource } from './ports/index.ts'

/** A record of now with these fields. The others say that it is about no server, chat or outcome. */
export function newRecord(
  { ids, clock }: { ids: Pick<IdSource, 'next'>; clock: Clock },
  fields: Pick<AuditRecord, 'kind'> & Partial<AuditRecord>,
): AuditRecord {
  return {
    id: fields.id ?? ids.next(),
    at: clock.now(),
    serverId: null,
    serverName: '',
    serverHue: 0,
    conversationId: null,
    entryId: null,
    subject: '',
    decision: 'none',
    edited: false,
    outcome: 'none',
    durationMs: null,
    ...fields,
  }
}

/** The server of a record. */
export const serverOfRecord = ({
  config,
  identity,
}: {
  config: ServerConfig
  identity: string
}) => ({
  serverId: config.id,
  serverName: config.name,
  serverHue: config.hue,
  serverIdentity: identity,
})
