import type { Entry, EntryPosition, Turn, TurnVersions } from '@gatehouse/domain'

/** A turn as simply as it can be modelled: in a tree in memory, that loads nothing and finds by looking at everything. */
export interface ReferenceTurn {
  id: string
  status: Turn['status']
  parent: ReferenceTurn | null
  chat: ReferenceChat
  /** The versions of what comes next, in the order they were made; the last one that was shown. */
  children: ReferenceTurn[]
  shown: ReferenceTurn | null
  messages: NaiveEntry[]
}

interface NaiveEntry {
  turn: ReferenceTurn
  kind: Entry['kind']
  text: string
}

export interface ReferenceChat {
  id: string
  isRemoved: boolean
  children: ReferenceTurn[]
  shown: ReferenceTurn | null
}

/** Expected record that random-acts.test.ts compares with the real one. */
export class ReferenceChats {
  chats: ReferenceChat[] = []
  /** In the order they were first added, over all chats. */
  #messages: NaiveEntry[] = []

  addChat(id: string): ReferenceChat {
    const chat = { id, isRemoved: false, children: [], shown: null }
    this.chats.push(chat)
    return chat
  }

  /** The messages of a removed chat are gone for good. */
  purge(): void {
    this.chats = this.chats.filter(({ isRemoved }) => !isRemoved)
    this.#messages = this.#messages.filter(({ turn }) => !turn.chat.isRemoved)
  }

  /** A further version of what comes after `parent`, which is shown from then on. */
  addTurn(chat: ReferenceChat, parent: ReferenceTurn | null, id: string): ReferenceTurn {
    const turn = {
      id,
      status: 'running',
      parent,
      chat,
      children: [],
      shown: null,
      messages: [],
    } as ReferenceTurn
    const place = parent ?? chat
    place.children.push(turn)
    this.show(turn)
    return turn
  }

  addMessage(turn: ReferenceTurn, kind: Entry['kind'], text: string): void {
    const entry = { turn, kind, text }
    turn.messages.push(entry)
    this.#messages.push(entry)
  }

  show(turn: ReferenceTurn): void {
    for (let at: ReferenceTurn | null = turn; at; at = at.parent) (at.parent ?? at.chat).shown = at
  }

  path(chat: ReferenceChat): ReferenceTurn[] {
    const path: ReferenceTurn[] = []
    for (let at = chat.shown; at; at = at.shown) path.push(at)
    return path
  }

  /** Every version of every turn. */
  turns(chat: ReferenceChat): ReferenceTurn[] {
    const all = (turn: ReferenceTurn): ReferenceTurn[] => [turn, ...turn.children.flatMap(all)]
    return chat.children.flatMap(all)
  }

  versions({ id, parent, chat }: ReferenceTurn): TurnVersions | null {
    const ids = (parent ?? chat).children.map((one) => one.id)
    const at = ids.indexOf(id)
    if (ids.length < 2) return null
    const [previousId = null, nextId = null] = [ids[at - 1], ids[at + 1]]
    return { position: at + 1, count: ids.length, previousId, nextId }
  }

  /** Texts of the latest entries that have a word beginning with each of these, or these characters in a row. */
  search(query: string, limit: number): { turnId: string; kind: Entry['kind'] }[] {
    const has = (text: string, term: string): boolean =>
      /^\w/.test(term)
        ? text.split(/[^\w]+/).some((word) => word.startsWith(term))
        : text.includes(term)
    return this.#messages
      .filter(
        ({ text, turn }) =>
          !turn.chat.isRemoved && query.split(' ').every((term) => has(text, term)),
      )
      .toReversed()
      .slice(0, limit)
      .map(({ turn, kind }) => ({ turnId: turn.id, kind }))
  }
}

/** Where the entries of a branch are and what they say, as one list. */
export const lineOf = (turn: {
  id: string
  entries: readonly Entry[]
}): (EntryPosition & { text: string })[] =>
  turn.entries.map((entry) => ({
    turnId: turn.id,
    entryId: entry.id,
    text: entry.kind === 'tool-call' ? entry.toolName : entry.text,
  }))
