import type { AuditRecord, ModelRef } from '@gatehouse/domain'
import type { PersonAct } from '@gatehouse/domain/audit'
import type { HostDependencies } from '../dependencies.ts'
import type { ServerRegistry } from './server-registry.ts'
import { newRecord, serverOfRecord } from '../new-record.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'ids' | 'clock'> & {
  registry: Pick<ServerRegistry, 'all'>
}

const MAX_SUBJECT = 300

/** Answer of a model. */
const ASKS_MODEL: ReadonlySet<PersonAct['kind']> = new Set([
  'message-sent',
  'message-queued',
  'turn-resumed',
])

/** Keeps a record of what a person sent to a model or server, or did with it, beside calls and answers. */
export class PersonActs {
  readonly #deps: Dependencies
  #last: string | undefined

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Throws `store/…`: what cannot be recorded is not sent. */
  record({ kind, serverId, conversationId, subject = '', repeats }: PersonAct): void {
    if (repeats !== undefined && repeats === this.#last) return
    this.#last = repeats
    const { stores, registry } = this.#deps
    const server = registry.all().find(({ config }) => config.id === serverId)
    // Nothing is done at a server that is not there.
    if (!server && serverId !== null) return
    const chat = conversationId === undefined ? null : stores.conversations.get(conversationId)
    const name = server?.config.name ?? chat?.title ?? ''
    const record = newRecord(this.#deps, {
      kind,
      ...(server && serverOfRecord(server)),
      conversationId: conversationId ?? null,
      subject: (subject === '' ? name : subject).slice(0, MAX_SUBJECT),
      ...(ASKS_MODEL.has(kind) ? this.#modelOf(chat?.model) : {}),
      by: { kind: 'person' },
    })
    stores.audit.append(record)
  }

  #modelOf(model: ModelRef | null | undefined): Pick<AuditRecord, 'model'> {
    if (!model) return {}
    const provider = this.#deps.stores.providers.list().find(({ id }) => id === model.providerId)
    return { model: { provider: provider?.name ?? model.providerId, id: model.modelId } }
  }
}
