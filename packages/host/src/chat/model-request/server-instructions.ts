import { NEVER_ABORTED } from '@gatehouse/base'
import {
  GatehouseError,
  INSTRUCTION_LIMITS,
  type AuditRecord,
  type InstructionsDecision,
  type InstructionsMeaning,
  type ServerInstructionsView,
} from '@gatehouse/domain'
import { groupedDigits } from '@gatehouse/domain/text'
import {
  newHiddenCharacters,
  addsInjectionPhrases,
} from '../approvals/tool-changes/describe-tool-changes.ts'
import { withoutSpace } from '../approvals/tool-changes/schema-text.ts'
import type { HostDependencies } from '../../dependencies.ts'
import type { ConsentPrompt } from '../../ports/index.ts'
import type { ManagedServer } from '../../servers/managed-server.ts'
import type { ServerRegistry } from '../../servers/server-registry.ts'
import { newRecord, serverOfRecord } from '../../new-record.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'clock' | 'ids' | 'digest'> & {
  consent: ConsentPrompt
  registry: Pick<ServerRegistry, 'get'>
}

/** Instructions that a model is given. */
export interface AllowedInstructions {
  serverId: string
  serverName: string
  text: string
}

/**
 * The instructions of servers for models. They are sent to a model only after the person allowed that exact text
 * for that server in the consent window. A changed text or server is held back until they allow it again. The tools
 * of the server work all the same.
 */
export class ServerInstructions {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Throws `server/not-found`. */
  view(serverId: string): ServerInstructionsView {
    const server = this.#deps.registry.get(serverId)
    const decision = this.#decision(serverId)
    const now = announced(server)
    const state = stateOf(server, decision)
    const before = decision?.decision === 'allowed' ? decision.text : null
    const text = now === null && state === 'allowed' ? before : now
    // Another server may have other instructions, too.
    const isHeldBack = state === 'changed' || state === 'server-changed'
    const isCompared = isHeldBack && before !== null && now !== null && now !== before
    return {
      text: text === '' ? null : text,
      state,
      before,
      meanings: isCompared ? meaningsOf(before, now) : [],
    }
  }

  /**
   * Rejects with `server/not-found`, `consent/too-many`; with `instructions/none`, `instructions/too-long`,
   * `instructions/too-much` where there is nothing that can be allowed; with `instructions/changed` when text,
   * server or decision are other ones since they were shown.
   */
  async allow(serverId: string): Promise<{ outcome: 'changed' | 'cancelled' }> {
    const server = this.#deps.registry.get(serverId)
    const text = announced(server) ?? ''
    this.#assertReadable(server, text)
    const shown = this.#stamp(serverId)
    const { name: serverName, hue: serverHue } = server.config
    const { before } = this.view(serverId)
    const decision = await this.#deps.consent.ask(
      { kind: 'instructions', serverName, serverHue, text, before },
      NEVER_ABORTED,
    )
    if (decision === 'cancel') return { outcome: 'cancelled' }
    if (this.#stamp(serverId) !== shown) throw changedError(server)
    this.#save(server, 'allowed', text)
    return { outcome: 'changed' }
  }

  /** Throws `server/not-found`. */
  refuse(serverId: string): void {
    const server = this.#deps.registry.get(serverId)
    const decision = this.#decision(serverId)
    // It holds whatever they become.
    if (decision?.decision === 'refused') return
    this.#save(server, 'refused', announced(server) ?? decision?.text ?? '')
  }

  /** The instructions that models get in a chat with these servers, in their order. */
  forModels(servers: readonly ManagedServer[]): AllowedInstructions[] {
    const decisions = new Map(
      this.#deps.stores.instructions.list().map((one) => [one.serverId, one]),
    )
    return servers.flatMap((server) => {
      const { id, name } = server.config
      const decision = decisions.get(id)
      return decision && stateOf(server, decision) === 'allowed'
        ? [{ serverId: id, serverName: name, text: decision.text }]
        : []
    })
  }

  #decision(serverId: string): InstructionsDecision | undefined {
    return this.#deps.stores.instructions.list().find((one) => one.serverId === serverId)
  }

  /** A text that differs when the instructions, the server or the decision on them differ. */
  #stamp(serverId: string): string {
    const server = this.#deps.registry.get(serverId)
    const decision = this.#decision(serverId)
    return JSON.stringify([announced(server), server.identity, decision ?? null])
  }

  #assertReadable({ config }: ManagedServer, text: string): void {
    const { characters, allCharacters } = INSTRUCTION_LIMITS
    if (withoutSpace(text) === '')
      throw new GatehouseError(
        'instructions/none',
        `${config.name} announces no instructions now, so there is nothing to allow.`,
      )
    if (text.length > characters)
      throw new GatehouseError(
        'instructions/too-long',
        `The instructions of ${config.name} have more than ${groupedDigits(characters)} characters, so models are not given them.`,
        { data: { characters } },
      )
    const others = this.#deps.stores.instructions
      .list()
      .filter((one) => one.decision === 'allowed' && one.serverId !== config.id)
    const sum = others.reduce((all, one) => all + one.text.length, text.length)
    if (sum > allCharacters)
      throw new GatehouseError(
        'instructions/too-much',
        `Instructions of all servers together may have ${groupedDigits(allCharacters)} characters. Refuse those of another server first.`,
        { data: { characters: allCharacters } },
      )
  }

  #save(server: ManagedServer, decision: InstructionsDecision['decision'], text: string): void {
    const { stores, clock } = this.#deps
    const { identity, config } = server
    const decidedAt = clock.now()
    const begin = text.slice(0, INSTRUCTION_LIMITS.characters)
    stores.instructions.save(
      { serverId: config.id, decision, identity, text: begin, decidedAt },
      this.#record(server, decision, text),
    )
  }

  #record(
    server: ManagedServer,
    decision: InstructionsDecision['decision'],
    text: string,
  ): AuditRecord {
    return newRecord(this.#deps, {
      kind: 'server-instructions',
      ...serverOfRecord(server),
      instructions: { sha256: this.#deps.digest.sha256(text), characters: text.length },
      by: { kind: 'person' },
      decision: decision === 'allowed' ? 'accept' : 'deny',
    })
  }
}

/** The instructions that the server announces; empty: none; `null`: not known, as it is not connected. */
function announced({ lifecycle: { state } }: ManagedServer): string | null {
  return state.status === 'ready' ? (state.info.instructions ?? '') : null
}

function stateOf(
  server: ManagedServer,
  decision: InstructionsDecision | undefined,
): ServerInstructionsView['state'] {
  const now = announced(server)
  const isThere = now !== null && withoutSpace(now) !== ''
  if (!decision) return isThere ? 'undecided' : 'none'
  if (decision.decision === 'refused') return 'refused'
  if (decision.identity !== server.identity) return 'server-changed'
  if (now === null) return 'allowed'
  if (!isThere) return 'gone'
  // White space changes nothing that was allowed; models are given the text that was.
  return withoutSpace(now) === withoutSpace(decision.text) ? 'allowed' : 'changed'
}

function meaningsOf(before: string, after: string): InstructionsMeaning[] {
  const texts = { before, after }
  return [
    ...(newHiddenCharacters(texts) ? (['hidden'] as const) : []),
    ...(addsInjectionPhrases(texts) ? (['orders'] as const) : []),
  ]
}

function changedError({ config }: ManagedServer): GatehouseError {
  return new GatehouseError(
    'instructions/changed',
    `${config.name} or its instructions are other ones since they were shown, so nothing was allowed.`,
  )
}
