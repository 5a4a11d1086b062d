import { SerialQueue, type Yielder } from '@gatehouse/base'
import type { CallFlows, DataFlow, FlowSource, JsonObject, Tool, Turn } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import { ChatReader, type ChatSourceTexts } from './chat-source-texts.ts'
import { commonPhrases } from './common-words.ts'
import { foldTextYielding, FoldedTexts } from './folded-texts.ts'
import { argumentReadings } from './argument-readings.ts'
import { FlowSearch } from './flow-search.ts'

/** Characters of all that a chat read which are compared with one call. */
const MAX_COMPARED = 96 * 1024 * 1024
/** Characters of the person's and the receiver's texts that are indexed. */
const MAX_KNOWN = 32 * 1024 * 1024
/** Flows that are listed; beyond that, one of each source. */
const MAX_FLOWS = 12
/** Calls before, in which pieces may have gone. */
const MAX_BEFORE = 64

type Dependencies = Pick<HostDependencies, 'stores' | 'pause'>

/** Characters; each as large as it needs to be where it is absent. */
export interface FlowLimits {
  /** Characters of the person's and the receiver's texts that are indexed. */
  known?: number
  /** Of all ways of reading the arguments. */
  searched?: number
}

/** A call that waits to be decided. */
export interface CheckedCall {
  turn: Turn
  entryId: string
  serverId: string
  tool: Tool
  arguments: JsonObject
}

/**
 * Finds text in the arguments of a call that another server gave, or that a file has which the person attached.
 * What the person wrote themselves, and what the receiver gave itself, is no flow. It works in turns of the event
 * loop, in time that grows with the texts and not with their product.
 */
export class FlowFinder {
  readonly #pause: Yielder
  readonly #limits: FlowLimits
  readonly #reader: ChatReader
  readonly #folded: FoldedTexts
  readonly #searches = new SerialQueue()

  constructor(deps: Dependencies, limits: FlowLimits = {}) {
    this.#pause = deps.pause
    this.#limits = limits
    this.#reader = new ChatReader(deps.stores.turns)
    this.#folded = new FoldedTexts(deps.stores.blobs)
  }

  /**
   * Checks one call after the other: a hundred at once would take a hundred times the memory and time. Once `signal`
   * is aborted it resolves at once, and reports that nothing was compared.
   */
  async find(call: CheckedCall, signal?: AbortSignal): Promise<CallFlows> {
    const search = this.#searches.run(() => this.#find(call, endedBy(signal, this.#pause)))
    return signal ? unlessAborted(search, signal) : search
  }

  async #find(call: CheckedCall, pause: Yielder): Promise<CallFlows> {
    await pause()
    const reads = await this.#reader.read(call.turn, pause)
    const others = reads.texts.filter(({ from }) => isOther(from, call.serverId))
    if (others.length === 0) return reads.isCut ? { flows: [], isIncomplete: true } : { flows: [] }
    const before = reads.sent.filter(
      ({ serverId, entryId }) => serverId === call.serverId && entryId !== call.entryId,
    )
    const asked = { toolName: call.tool.name, arguments: call.arguments }
    const { searched: limit } = this.#limits
    const searched = await argumentReadings(asked, before.slice(-MAX_BEFORE), {
      pause,
      ...(limit === undefined ? {} : { limit }),
    })
    const search = new FlowSearch<FlowSource>(searched, pause)
    await search.prepare()
    const isAllKnown = await this.#ignoreKnown(search, { call, reads })
    return this.#search(search, others, reads.isCut || !isAllKnown)
  }

  /**
   * Ignores text of the person, text of the receiver, and common phrases; false when it is too much to index, which
   * keeps the latest.
   */
  async #ignoreKnown(
    search: FlowSearch<FlowSource>,
    { call, reads }: { call: CheckedCall; reads: ChatSourceTexts },
  ): Promise<boolean> {
    for (const text of [...commonPhrases, JSON.stringify(call.tool)])
      await search.ignore(await foldTextYielding(text, search.pause))
    let left = this.#limits.known ?? MAX_KNOWN
    for (const text of reads.own.toReversed()) {
      if (left <= 0) return false
      const folded = await foldTextYielding(text, search.pause)
      left -= folded.units.length
      await search.ignore(folded)
      await search.noteOrdinary(folded)
    }
    for (const text of reads.texts.toReversed()) {
      if (isOther(text.from, call.serverId)) continue
      if (left <= 0) return false
      const { folded } = await this.#folded.of(text, search.pause)
      left -= folded.units.length
      await search.ignore(folded)
    }
    return true
  }

  async #search(
    search: FlowSearch<FlowSource>,
    others: ChatSourceTexts['texts'],
    isCut: boolean,
  ): Promise<CallFlows> {
    let left = MAX_COMPARED
    let isIncomplete = isCut || search.isCut
    let isUnread = false
    // The latest first: should it be too much, it is the beginning of the chat that is left out.
    for (const text of others.toReversed()) {
      if (left <= 0) {
        isIncomplete = true
        break
      }
      const { folded, ...read } = await this.#folded.of(text, search.pause)
      if (read.isUnread) isUnread = true
      left -= folded.units.length
      await search.look(text, folded)
    }
    const all = search.flows()
    const flows = listed(all)
    return {
      flows,
      ...(all.length > flows.length ? { more: all.length - flows.length } : {}),
      ...(isIncomplete ? { isIncomplete } : {}),
      ...(isUnread ? { isUnread } : {}),
    }
  }
}

/** A yielder that throws at the next pause once the signal is aborted. */
function endedBy(signal: AbortSignal | undefined, pause: Yielder): Yielder {
  return () => {
    signal?.throwIfAborted()
    return pause()
  }
}

/** A search may wait behind others, and for the disk. */
async function unlessAborted(search: Promise<CallFlows>, signal: AbortSignal): Promise<CallFlows> {
  let stop = (): void => undefined
  const stopped = new Promise<CallFlows>((resolve) => {
    stop = () => resolve({ flows: [], isIncomplete: true })
    signal.addEventListener('abort', stop)
  })
  try {
    if (signal.aborted) stop()
    return await Promise.race([stopped, search])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The longest of each source, as the rules are for sources; then the longest of the others. */
function listed(all: readonly DataFlow[]): DataFlow[] {
  const sources = new Set<string | null>()
  const first: DataFlow[] = []
  const others: DataFlow[] = []
  for (const flow of all) {
    const id = flow.from.kind === 'server' ? flow.from.serverId : null
    if (sources.has(id)) others.push(flow)
    else first.push(flow)
    sources.add(id)
  }
  return [...first, ...others.slice(0, Math.max(0, MAX_FLOWS - first.length))]
}

function isOther(from: FlowSource, serverId: string): boolean {
  return from.kind === 'file' || from.serverId !== serverId
}
