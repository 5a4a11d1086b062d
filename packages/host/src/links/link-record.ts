import type { AuditRecord } from '@gatehouse/domain'
import type { LinkTextSource } from '@gatehouse/domain/links'
import type { HostDependencies } from '../dependencies.ts'
import { newRecord } from '../new-record.ts'
import type { LinkTexts } from '../provenance/find-link-texts.ts'

type Dependencies = Pick<HostDependencies, 'ids' | 'clock'>

type Ended = Pick<AuditRecord, 'decision' | 'outcome'> & Pick<AuditRecord, 'by' | 'runId'>

export interface RecordedLink {
  url: string
  conversationId: string | null
  texts: LinkTexts['texts']
}

/** A record of an address that was opened, or was not. */
export function linkRecord(
  { url, conversationId, texts }: RecordedLink,
  ended: Ended,
  deps: Dependencies,
): AuditRecord {
  return newRecord(deps, {
    kind: 'link',
    conversationId,
    subject: new URL(url).host,
    page: url,
    ...flowsOf(texts),
    ...ended,
  })
}

/** A record of a host that the person remembered, or forgot. */
export function linkHostRecord(
  origin: string,
  {
    conversationId,
    decision,
  }: Pick<AuditRecord, 'conversationId'> & { decision: 'allow-always' | 'none' },
  deps: Dependencies,
): AuditRecord {
  return newRecord(deps, {
    kind: 'link-host',
    conversationId,
    subject: origin,
    by: { kind: 'person' },
    decision,
  })
}

/** Whose texts are in the address, each once. Messages of the chat have no name. */
function flowsOf(texts: LinkTexts['texts']): Pick<AuditRecord, 'flows'> {
  const flows = new Map<string, NonNullable<AuditRecord['flows']>[number]>()
  for (const { from, characters } of texts) {
    const source = sourceOf(from)
    const key = JSON.stringify(source)
    flows.set(key, { ...source, characters: characters + (flows.get(key)?.characters ?? 0) })
  }
  return flows.size === 0 ? {} : { flows: [...flows.values()] }
}

function sourceOf(from: LinkTextSource): { fromId: string | null; fromName: string } {
  switch (from.kind) {
    case 'server':
      return { fromId: from.serverId, fromName: from.serverName }
    case 'file':
      return { fromId: null, fromName: from.name }
    case 'person':
    case 'model':
      return { fromId: null, fromName: '' }
  }
}
