import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EntryPosition } from '@gatehouse/domain'
import type { Host } from '@gatehouse/host'
import type { ModelClients } from '@gatehouse/host/ports'
import {
  brokenStep,
  createEventRecorder,
  createScriptedModels,
  stalledStep,
  stepOf,
} from '@gatehouse/host/testing'
import { openStores, type OpenedStores } from '@gatehouse/store'
import { proves } from '@gatehouse/testkit/proves'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  lineOf,
  ReferenceChats,
  type ReferenceChat,
  type ReferenceTurn,
} from './reference-chats.ts'
import { createScriptedHost } from './scripted-host.ts'

/** End of the model's step: complete, broken off, before any output, or because the app quits during it. */
type Ending = 'whole' | 'broken' | 'refused' | 'quit'
type Act =
  | { kind: 'send' | 'continue'; ending: Ending }
  | { kind: 'edit' | 'retry'; at: number; ending: Ending }
  | { kind: 'show' | 'switch' | 'remove' | 'restore'; at: number }
  | { kind: 'new' | 'restart' }

/** The turn that was begun, and what it began with. */
interface SentMessage {
  id: string
  text: string
}

const ending = fc.constantFrom<Ending>('whole', 'whole', 'whole', 'broken', 'refused', 'quit')
const at = fc.nat(1000)
const kinds = <Kind extends Act['kind']>(...list: Kind[]) => fc.constantFrom(...list)
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: kinds('send', 'continue'), ending }) },
    { weight: 5, arbitrary: fc.record({ kind: kinds('edit', 'retry'), at, ending }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: kinds('show', 'show', 'switch', 'remove', 'restore'), at }),
    },
    { weight: 2, arbitrary: fc.record({ kind: kinds('new', 'restart') }) },
  ),
  { minLength: 1, maxLength: 30 },
)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-acts-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const local = {
  kind: 'openai-compatible',
  name: 'Local',
  baseUrl: 'http://127.0.0.1:1/v1',
  key: null,
} as const
const WORDS = ['nightly build', 'cache', '夜间构建很慢', '缓存没有命中', 'nothing']
const QUERIES = [
  'nightly',
  'n',
  'cach',
  '构建',
  '缓存',
  'word1',
  'said',
  'answered nightly',
  '建很 no',
  '夜建',
]

/** A person at work in the real host, on a real file, and the same in the reference. */
class Person {
  readonly reference = new ReferenceChats()
  readonly #file: string
  readonly #steps: Parameters<typeof createScriptedModels>[0] = []
  readonly #models: ModelClients = createScriptedModels(this.#steps)
  #stores!: OpenedStores
  #host!: Host
  #chat!: ReferenceChat
  #count = 0

  constructor(file: string) {
    this.#file = file
  }

  async start(): Promise<void> {
    this.#stores = openStores({ file: this.#file })
    const server = {
      tools: [],
      call: () => Promise.reject(new Error('None.')),
      opened: [],
      closed: 0,
    }
    const events = createEventRecorder()
    this.#host = createScriptedHost({ stores: this.#stores, server, models: this.#models, events })
    await this.#host.start()
    if (this.#host.providers.list().length === 0)
      await this.#host.providers.save(local, { models: [{ id: 'm' }] })
    this.reference.purge()
    const [first] = this.reference.chats
    if (!this.reference.chats.includes(this.#chat)) this.#chat = first ?? this.#newChat()
  }

  close(): Promise<void> {
    return this.#host.close()
  }

  async do(act: Act): Promise<void> {
    const path = this.reference.path(this.#chat)
    const chosen = 'at' in act ? path[act.at % Math.max(1, path.length)] : undefined
    switch (act.kind) {
      case 'new':
        this.#chat = this.#newChat()
        return
      case 'restart':
        await this.close()
        return this.start()
      case 'switch':
        this.#chat =
          pick(
            this.reference.chats.filter(({ isRemoved }) => !isRemoved),
            act.at,
          ) ?? this.#chat
        return
      case 'remove':
        this.#host.conversations.remove(this.#chat.id)
        this.#chat.isRemoved = true
        this.#chat = this.#newChat()
        return
      case 'restore':
        return this.#restore(
          pick(
            this.reference.chats.filter(({ isRemoved }) => isRemoved),
            act.at,
          ),
        )
      case 'show':
        return this.#show(pick(this.reference.turns(this.#chat), act.at))
      case 'send':
        return this.#answer(path.at(-1) ?? null, act.ending, this.#send)
      case 'continue':
        return this.#continue(path.at(-1), act.ending)
      case 'edit':
        if (chosen)
          await this.#answer(chosen.parent, act.ending, (text) => this.#edit(chosen, text))
        return
      case 'retry':
        if (chosen) await this.#answer(chosen.parent, act.ending, () => this.#retry(chosen))
    }
  }

  readonly #send = (text: string): SentMessage => ({
    ...this.#host.chats.send(this.#chat.id, text),
    text,
  })
  readonly #edit = ({ id }: ReferenceTurn, text: string): SentMessage => ({
    ...this.#host.chats.edit(this.#chat.id, id, { text }),
    text,
  })
  readonly #retry = ({ id, messages }: ReferenceTurn): SentMessage => ({
    ...this.#host.chats.retry(this.#chat.id, id),
    text: messages[0]?.text ?? '',
  })

  #newChat(): ReferenceChat {
    const { id } = this.#host.conversations.create()
    const providerId = this.#host.providers.list()[0]?.id ?? ''
    this.#host.conversations.setModel(id, { providerId, modelId: 'm' })
    return this.reference.addChat(id)
  }

  #restore(chat: ReferenceChat | undefined): void {
    if (!chat) return
    this.#host.conversations.restore(chat.id)
    chat.isRemoved = false
  }

  #show(turn: ReferenceTurn | undefined): void {
    if (!turn) return
    this.#host.chats.showVersion(this.#chat.id, turn.id)
    this.reference.show(turn)
  }

  #words(who: string): string {
    this.#count += 1
    return `${who} word${this.#count}: ${WORDS[this.#count % WORDS.length]}`
  }

  async #answer(
    parent: ReferenceTurn | null,
    how: Ending,
    begin: (text: string) => SentMessage,
  ): Promise<void> {
    const answer = this.#script(how)
    const { id, text } = begin(this.#words('said'))
    const turn = this.reference.addTurn(this.#chat, parent, id)
    this.reference.addMessage(turn, 'user-message', text)
    await this.#end(turn, how, answer)
  }

  async #continue(turn: ReferenceTurn | undefined, how: Ending): Promise<void> {
    if (!turn || turn.status === 'done') {
      expect(() => this.#host.chats.continue(this.#chat.id)).toThrow(turn ? /complete/ : /nothing/)
      return
    }
    const answer = this.#script(how)
    this.#host.chats.continue(this.#chat.id)
    await this.#end(turn, how, answer)
  }

  /** Scripts the model's next answer, and returns its text. */
  #script(how: Ending): string {
    const text = this.#words('answered')
    const delta = { type: 'text-delta', text } as const
    if (how === 'whole') this.#steps.push(stepOf(delta))
    else if (how === 'broken') this.#steps.push(brokenStep(new Error('It broke off.'), delta))
    else if (how === 'refused') this.#steps.push(brokenStep(new Error('It was refused.')))
    else this.#steps.push(stalledStep(text))
    return text
  }

  async #end(turn: ReferenceTurn, how: Ending, answer: string): Promise<void> {
    this.reference.addMessage(turn, 'assistant-message', how === 'refused' ? '' : answer)
    turn.status = how === 'whole' ? 'done' : how === 'refused' ? 'failed' : 'interrupted'
    const now = () => this.#host.chats.view(turn.chat.id)
    if (how === 'quit') {
      await until(() => JSON.stringify(now().turns.at(-1)?.entries).includes(answer))
      await this.close()
      return this.start()
    }
    await until(() => !now().isRunning)
  }

  /** Everything that can be read of the record, beside the same of the reference one. */
  async compare(entries: number): Promise<void> {
    for (const chat of this.reference.chats.filter(({ isRemoved }) => !isRemoved)) {
      const path = this.reference.path(chat)
      const { back, on, turns } = this.#walk(chat.id, entries)
      const messages = path.flatMap((turn) =>
        turn.messages.map(({ text }) => ({ turnId: turn.id, text })),
      )
      expect(back).toEqual(messages)
      expect(on).toEqual(messages)
      expect(new Map(turns)).toEqual(new Map(path.map(({ id, status }) => [id, status])))
      expect(this.#stores.turns.lastTurnId(chat.id)).toBe(path.at(-1)?.id ?? null)
      for (const turn of this.reference.turns(chat))
        expect(this.#stores.turns.versions(turn.id)).toEqual(this.reference.versions(turn))
    }
    for (const query of QUERIES) {
      const { hits } = await this.#host.search.search(query)
      const found = hits.map(({ turnId, kind }) => ({ turnId, kind }))
      expect([query, found]).toEqual([query, this.reference.search(query, 50)])
    }
  }

  /** A chat page by page, from its end to its beginning and back, as the window reads it. */
  #walk(id: string, entries: number) {
    const turns: [string, string][] = []
    const page = (anchor: EntryPosition | 'end', side: 'before' | 'after') => {
      const read = this.#host.chats.page(id, { anchor, side, entries })
      turns.push(...read.turns.map((turn): [string, string] => [turn.id, turn.status]))
      return { ...read, lines: read.turns.flatMap(lineOf) }
    }
    let last = page('end', 'before')
    const back = last.lines
    while (last.hasBefore) {
      last = page(back[0] ?? 'end', 'before')
      back.unshift(...last.lines)
    }
    const on = back.slice(0, 1)
    for (let more = back.length > 1; more;) {
      const next = page(on.at(-1) ?? 'end', 'after')
      on.push(...next.lines)
      more = next.hasAfter
    }
    const text = (line: { turnId: string; text: string }) => ({
      turnId: line.turnId,
      text: line.text,
    })
    return { back: back.map(text), on: on.map(text), turns }
  }
}

const pick = <T>(list: readonly T[], index: number): T | undefined =>
  list[index % Math.max(1, list.length)]

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1))
}

it('after any edits, retries, continues, removals and restarts the chats, their versions, pages and hits are as a reference has them', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(acts, fc.integer({ min: 1, max: 7 }), async (list, entries) => {
      run += 1
      const person = new Person(join(folder, `${run}.db`))
      await person.start()
      for (const act of list) {
        await person.do(act)
        await person.compare(entries)
      }
      await person.close()
    }),
    { numRuns: Number(process.env['GATEHOUSE_ACTS'] ?? 20) },
  )
  proves('record.tree.agrees')
}, 240_000)
