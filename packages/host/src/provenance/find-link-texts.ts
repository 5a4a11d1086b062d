import type { Yielder } from '@gatehouse/base'
import type { JsonObject, Turn } from '@gatehouse/domain'
import type { AddressRange, LinkText, LinkTextSource } from '@gatehouse/domain/links'
import type { HostDependencies } from '../dependencies.ts'
import { addressMarks, addressParts, hostStart, PARTS, WHOLE } from './address-parts.ts'
import { argumentReadings } from './argument-readings.ts'
import { argumentTexts, type EarlierCall } from './argument-texts.ts'
import { ChatReader, type ChatSourceTexts } from './chat-source-texts.ts'
import { FlowSearch, type SearchedSource } from './flow-search.ts'
import { foldText, type FoldedText } from './fold-text.ts'
import { foldTextYielding, FoldedTexts } from './folded-texts.ts'
import { masked, TextPattern } from './mask-text.ts'
import { NGRAM_LENGTH } from './ngram-index.ts'
import { isMoreThanAWord } from './significant-match.ts'

/** Characters of all that a chat holds which are compared with one address. */
const MAX_COMPARED = 96 * 1024 * 1024
/** Texts that are listed. */
const MAX_TEXTS = 12

type Dependencies = Pick<HostDependencies, 'stores' | 'pause'>

export interface CheckedLink {
  /** Normalised, http or https. */
  url: string
  /** The last turn that the chat shows, as it is now. */
  turn: Turn | null
  /** The instructions that the person gave the chat's model. */
  instructions: string
  /** Addresses that were opened from the chat before: pieces of a text may have gone in them. */
  before: readonly string[]
}

export interface LinkTexts {
  texts: LinkText[]
  marks: AddressRange[]
  /** An answer, a result or a file of the chat has this address. */
  isInChat: boolean
  /** There was more than is compared, or a file could not be read. */
  isIncomplete: boolean
}

/**
 * Finds text of a chat in an address: of the person, of models, servers and files. A place where a text has the
 * whole address does not count, nor does the bare host: they show where a link leads. An answer with the address is
 * the one with the link.
 */
export async function findLinkTexts(link: CheckedLink, deps: Dependencies): Promise<LinkTexts> {
  const { stores, pause } = deps
  const read = link.turn ? await new ChatReader(stores.turns).read(link.turn, pause) : noTexts
  const parts = addressParts(link.url)
  const searched = await argumentReadings(callOf(link.url), link.before.map(callOf), { pause })
  const search = new FlowSearch<LinkTextSource>(searched, pause, isMoreThanAWord)
  await search.prepare()
  const comparison = new Comparison(link.url, { search, pause })
  const isRead = await comparison.compareAll(read, {
    instructions: link.instructions,
    folded: new FoldedTexts(stores.blobs),
  })
  const found = search.flows()
  return {
    texts: found.slice(0, MAX_TEXTS).map(({ from, label, how, characters, excerpt }) => ({
      from,
      label,
      how,
      characters,
      excerpt,
    })),
    marks: addressMarks(link.url, parts, found),
    isInChat: comparison.isInChat,
    isIncomplete: read.isCut || searched.isCut || !isRead,
  }
}

const noTexts: ChatSourceTexts = { texts: [], own: [], said: [], sent: [], isCut: false }

/**
 * An address in the shape of a call. Its parts are first, as a text is named by the first place that has it. What it
 * carries beside the name of its site is a piece that may continue one of an earlier address.
 */
function callOf(url: string): EarlierCall & { arguments: JsonObject } {
  const { hash, hostname, pathname, search } = new URL(url)
  const labels = hostname.split('.').slice(0, -2).join('.')
  const carried = labels + pathname + search + hash
  const args = {
    [PARTS]: addressParts(url).map(({ text }) => text),
    [WHOLE]: url.slice(hostStart(url)),
    carried,
    // An encoded text may be divided by what separates the parts of an address.
    joined: carried.replaceAll(/[./?#&=:]/g, ''),
  }
  return { toolName: '', texts: argumentTexts(args), arguments: args }
}

/** Looks for one address, and for what is in it, in one text after the other. */
class Comparison {
  readonly #addresses: TextPattern[]
  readonly #host: TextPattern
  readonly #search: FlowSearch<LinkTextSource>
  readonly #pause: Yielder
  #left = MAX_COMPARED
  isInChat = false

  constructor(
    url: string,
    { search, pause }: { search: FlowSearch<LinkTextSource>; pause: Yielder },
  ) {
    const written = url.slice(hostStart(url))
    this.#addresses = [...new Set([written, decoded(written)])].map(patternOf)
    this.#host = patternOf(new URL(url).host)
    this.#search = search
    this.#pause = pause
  }

  /** False when not all could be compared; the latest are first. */
  async compareAll(
    read: ChatSourceTexts,
    { instructions, folded }: { instructions: string; folded: FoldedTexts },
  ): Promise<boolean> {
    let isRead = true
    for (const text of read.texts.toReversed()) {
      if (this.#left <= 0) return false
      const one = await folded.of(text, this.#pause)
      if (one.isUnread) isRead = false
      if (await this.#compare(text, one.folded)) this.isInChat = true
    }
    for (const said of read.said.toReversed()) {
      if (this.#left <= 0) return false
      const one = await foldTextYielding(said, this.#pause)
      if (await this.#isIn(one)) this.isInChat = true
      else await this.#compare(message('model'), one)
    }
    for (const own of [instructions, ...read.own.toReversed()]) {
      if (this.#left <= 0) return false
      if (await this.#compare(message('person'), await foldTextYielding(own, this.#pause)))
        this.isInChat = true
    }
    return isRead
  }

  async #isIn(text: FoldedText): Promise<boolean> {
    for (const address of this.#addresses)
      if ((await address.find(text, this.#pause)).length > 0) return true
    return false
  }

  /** True if the address is in the text; what else they have in common is noted. */
  async #compare(source: SearchedSource<LinkTextSource>, text: FoldedText): Promise<boolean> {
    this.#left -= text.units.length
    let isIn = false
    let rest = text
    for (const address of this.#addresses) {
      const places = await address.find(rest, this.#pause)
      if (places.length > 0) isIn = true
      rest = masked(rest, places, address)
    }
    // A shorter one is no match by itself.
    if (this.#host.length >= NGRAM_LENGTH)
      rest = masked(rest, await this.#host.find(rest, this.#pause), this.#host)
    await this.#search.look(source, rest)
    return isIn
  }
}

const message = (kind: 'person' | 'model'): SearchedSource<LinkTextSource> => ({
  from: { kind },
  turnId: '',
  entryId: '',
  label: '',
})

const patternOf = (text: string): TextPattern => new TextPattern(foldText(text).units)

/** As people write it: an answer may have the letters that the address has as percent signs. */
function decoded(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}
