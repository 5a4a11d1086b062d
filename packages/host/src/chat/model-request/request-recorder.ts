import {
  canonicalJson,
  type ModelRef,
  type ModelSource,
  type OfferedTool,
  type Tool,
  type ModelRequestSnapshot,
} from '@gatehouse/domain'
import type { HostDependencies } from '../../dependencies.ts'
import type { StoredText, ModelRequest, ModelTool } from '../../ports/index.ts'
import { definitionText, type ToolCatalog } from '../tool-offers/tool-catalog.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'digest' | 'timers'>

/** Characters of definitions, kept before or not, after which main is let do something else. */
const AT_ONCE = 100_000
/** Tools whose list is written down in a turn of its own. */
const MANY = 200

/** One request as it is about to be sent. */
export interface OutgoingModelRequest {
  turnId: string
  step: number
  model: ModelRef
  source: ModelSource
  request: ModelRequest
  /** The tools of servers in the request. */
  entries: ToolCatalog['entries']
  /** The host's own tools in the request. */
  hostTools: readonly ModelTool[]
}

/** Keeps what models are asked with: by hashes, and what is hashed once for all turns. */
export class RequestRecorder {
  readonly #deps: Dependencies
  /** Lists of a server are long and the same for many steps. */
  readonly #hashes = new WeakMap<object, string>()
  /** Texts that were kept since the start. */
  readonly #kept = new Set<string>()
  #last:
    | { entries: ToolCatalog['entries']; hostTools: readonly ModelTool[]; hash: string }
    | undefined

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Before the request is sent. Writes nothing when the step before was asked with the same. */
  async keep(asked: OutgoingModelRequest): Promise<void> {
    const { turnId, step, model, source, request } = asked
    const { turns, providers } = this.#deps.stores
    const texts: StoredText[] = []
    // Always: a chat that is in memory alone keeps it for itself, and another one has it not.
    const systemHash = this.#deps.digest.sha256(request.system)
    texts.push({ hash: systemHash, text: request.system })
    const { maxOutputTokens, temperature, stopSequences, reasoningEffort, toolChoice } = request
    const settings: ModelRequestSnapshot = {
      step,
      providerId: model.providerId,
      providerName: providers.list().find(({ id }) => id === model.providerId)?.name ?? '',
      source,
      parameters: {
        maxOutputTokens,
        ...(temperature === undefined ? {} : { temperature }),
        ...(stopSequences === undefined ? {} : { stopSequences }),
        ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
        ...(toolChoice === undefined ? {} : { toolChoice }),
      },
      system: systemHash,
      tools: await this.#toolList(asked),
    }
    const before = turns.requestSnapshots(turnId).at(-1)
    if (before && canonicalJson({ ...before, step }) === canonicalJson(settings)) return
    turns.saveRequestSnapshot(turnId, settings, texts)
  }

  /** The hash of the list of tools, which is kept with all that it names. */
  async #toolList({ entries, hostTools }: OutgoingModelRequest): Promise<string> {
    const last = this.#last
    if (last && isSameList(last, { entries, hostTools })) return last.hash
    const texts: StoredText[] = []
    const list: OfferedTool[] = []
    let read = 0
    for (const { modelName, server, identity, tool } of entries) {
      list.push({
        name: modelName,
        serverId: server.config.id,
        serverName: server.config.name,
        serverIdentity: identity,
        tool: tool.name,
        definition: this.#definition(tool, (text) => {
          read += text.length
          return this.#add(texts, text)
        }),
      })
      if (read < AT_ONCE) continue
      read = 0
      await this.#pause(texts)
    }
    if (list.length > MANY) await this.#pause(texts)
    for (const tool of hostTools) {
      const definition = this.#add(texts, canonicalJson(tool))
      list.push({ name: tool.name, serverId: null, serverName: '', tool: tool.name, definition })
    }
    const hash = this.#add(texts, canonicalJson(list))
    this.#write(texts)
    this.#last = { entries, hostTools, hash }
    return hash
  }

  /** Writes what there is, and lets main do something else: lists of megabytes come through here. */
  async #pause(texts: StoredText[]): Promise<void> {
    this.#write(texts)
    await new Promise<void>((resolve) => void this.#deps.timers.after(0, resolve))
  }

  #write(texts: StoredText[]): void {
    if (texts.length > 0) this.#deps.stores.turns.saveTexts(texts)
    for (const { hash } of texts.splice(0)) this.#kept.add(hash)
  }

  #definition(tool: Tool, add: (text: string) => string): string {
    const known = this.#hashes.get(tool)
    if (known !== undefined && this.#kept.has(known)) return known
    const hash = add(definitionText(tool))
    this.#hashes.set(tool, hash)
    return hash
  }

  #add(texts: StoredText[], text: string): string {
    const hash = this.#deps.digest.sha256(text)
    if (!this.#kept.has(hash)) texts.push({ hash, text })
    return hash
  }
}

type List = Pick<OutgoingModelRequest, 'hostTools' | 'entries'>

function isSameList(one: List, other: List): boolean {
  return (
    one.entries.length === other.entries.length &&
    one.hostTools.length === other.hostTools.length &&
    one.hostTools.every(({ name, description }, index) => {
      const same = other.hostTools[index]
      return same?.name === name && same.description === description
    }) &&
    one.entries.every(({ modelName, server, identity, tool }, index) => {
      const same = other.entries[index]
      return (
        same?.tool === tool &&
        same.identity === identity &&
        same.modelName === modelName &&
        same.server.config.id === server.config.id &&
        same.server.config.name === server.config.name
      )
    })
  )
}
