import { beforeEach, describe, expect, it } from 'vitest'
import {
  createChatHarness,
  lastTurn,
  says,
  turnOver,
  until,
  type ChatHarness,
  type ReadyChat,
} from '../../testing/chat-harness.ts'
import { brokenStep, stalledStep, stepOf } from '../../testing/index.ts'

let harness: ChatHarness

beforeEach(() => {
  harness = createChatHarness()
})

/** Three exchanges: `one`, `two`, `three`, answered in capitals. */
async function threeTurns(...more: Parameters<ChatHarness['ready']>[0]): Promise<ReadyChat> {
  const ready = await harness.ready([
    ...['ONE', 'TWO', 'THREE'].map((text) => stepOf(says(text))),
    ...more,
  ])
  for (const text of ['one', 'two', 'three']) {
    ready.host.chats.send(ready.chat.id, text)
    await turnOver(ready.host, ready.chat)
  }
  return ready
}

const wordsOf = ({ host, chat }: ReadyChat): string[] =>
  host.chats
    .view(chat.id)
    .turns.flatMap(({ entries }) =>
      entries.map((entry) => (entry.kind === 'tool-call' ? entry.toolName : entry.text)),
    )
const idsOf = ({ host, chat }: ReadyChat): string[] =>
  host.chats.view(chat.id).turns.map(({ id }) => id)

describe('a message that is edited', () => {
  it('is a version beside the first one, and the model receives only the branch that it is on', async () => {
    const ready = await threeTurns(stepOf(says('DEUX')))
    const [, two] = idsOf(ready)
    ready.host.chats.edit(ready.chat.id, two ?? '', { text: 'deux' })
    await turnOver(ready.host, ready.chat)
    expect(wordsOf(ready)).toEqual(['one', 'ONE', 'deux', 'DEUX'])
    expect(ready.models.requests.at(-1)?.messages).toEqual([
      { role: 'user', text: 'one' },
      { role: 'assistant', parts: [{ type: 'text', text: 'ONE' }] },
      { role: 'user', text: 'deux' },
    ])
    expect(lastTurn(ready.host, ready.chat)).toMatchObject({
      depth: 1,
      versions: { position: 2, count: 2, previousId: two, nextId: null },
    })
  })

  it('leaves what is being written in the message field, as trying again does', async () => {
    const ready = await threeTurns(stepOf(says('DEUX')), stepOf(says('ZWEI')))
    const { host, chat } = ready
    host.conversations.saveDraft(chat.id, 'half written')
    const [, two = ''] = idsOf(ready)
    host.chats.edit(chat.id, two, { text: 'deux' })
    await turnOver(host, chat)
    expect(host.conversations.get(chat.id).draft).toBe('half written')
    host.chats.retry(chat.id, lastTurn(host, chat).id)
    await turnOver(host, chat)
    expect(host.conversations.get(chat.id).draft).toBe('half written')
  })

  it('leaves the other version as it was, with all that came after it', async () => {
    const ready = await threeTurns(stepOf(says('DEUX')), stepOf(says('QUATRE')))
    const { host, chat } = ready
    const [, two] = idsOf(ready)
    const edited = host.chats.edit(chat.id, two ?? '', { text: 'deux' }).id
    await turnOver(host, chat)
    host.chats.showVersion(chat.id, two ?? '')
    expect(wordsOf(ready)).toEqual(['one', 'ONE', 'two', 'TWO', 'three', 'THREE'])
    host.chats.showVersion(chat.id, edited)
    host.chats.send(chat.id, 'quatre')
    await turnOver(host, chat)
    expect(wordsOf(ready)).toEqual(['one', 'ONE', 'deux', 'DEUX', 'quatre', 'QUATRE'])
    // After a restart too.
    expect(
      harness
        .build([])
        .host.chats.view(chat.id)
        .turns.map(({ id }) => id),
    ).toEqual(idsOf(ready))
  })

  it('may be the first of the chat', async () => {
    const ready = await threeTurns(stepOf(says('UN')))
    ready.host.chats.edit(ready.chat.id, idsOf(ready)[0] ?? '', { text: 'un' })
    await turnOver(ready.host, ready.chat)
    expect(wordsOf(ready)).toEqual(['un', 'UN'])
    expect(ready.models.requests.at(-1)?.messages).toHaveLength(1)
  })

  it('is refused while an answer is under way, for another chat’s turn, and where nobody wrote', async () => {
    const ready = await threeTurns(stalledStep('…'))
    const { host, chat } = ready
    const [one = ''] = idsOf(ready)
    const other = host.conversations.create()
    expect(() => host.chats.edit(other.id, one, { text: 'x' })).toThrow(/no longer exists/)
    expect(() => host.chats.edit(chat.id, 'no turn', { text: 'x' })).toThrow(/no longer exists/)
    expect(() => host.chats.showVersion(other.id, one)).toThrow(/no longer exists/)
    host.chats.send(chat.id, 'four')
    for (const act of [
      () => host.chats.edit(chat.id, one, { text: 'x' }),
      () => host.chats.retry(chat.id, one),
      () => host.chats.showVersion(chat.id, one),
    ])
      expect(act).toThrow(/under way/)
    await host.close()
  })
})

describe('an answer that is made again', () => {
  it('is a version at its place, in the middle of a chat too', async () => {
    const ready = await threeTurns(stepOf(says('UNO')))
    const [one = ''] = idsOf(ready)
    ready.host.chats.retry(ready.chat.id, one)
    await turnOver(ready.host, ready.chat)
    expect(wordsOf(ready)).toEqual(['one', 'UNO'])
    ready.host.chats.showVersion(ready.chat.id, one)
    expect(wordsOf(ready)).toEqual(['one', 'ONE', 'two', 'TWO', 'three', 'THREE'])
  })

  it('counts versions, failed ones too, in the order they were made', async () => {
    const ready = await harness.ready([
      brokenStep(new Error('lost')),
      brokenStep(new Error('lost again')),
      stepOf(says('At last.')),
    ])
    const { host, chat } = ready
    host.chats.send(chat.id, 'go')
    await turnOver(host, chat)
    for (let n = 0; n < 2; n += 1) {
      host.chats.retry(chat.id, lastTurn(host, chat).id)
      await turnOver(host, chat)
    }
    expect(lastTurn(host, chat)).toMatchObject({ versions: { position: 3, count: 3 } })
    expect(wordsOf(ready)).toEqual(['go', 'At last.'])
  })
})

describe('the window', () => {
  it('is sent a new version with its place, and a switch with where it begins', async () => {
    const ready = await threeTurns(stepOf(says('DEUX')))
    const { host, chat } = ready
    const [, two = ''] = idsOf(ready)
    host.chats.edit(chat.id, two, { text: 'deux' })
    await turnOver(host, chat)
    const reported = harness.events.recorded.map(({ name, payload }) => ({
      name,
      payload: payload as object,
    }))
    const started = reported.filter(({ payload }) =>
      JSON.stringify(payload).includes('turn-started'),
    )
    expect(started.at(-1)?.payload).toMatchObject({
      events: [
        {
          turn: { parentId: idsOf(ready)[0], depth: 1 },
          versions: { position: 2, count: 2, previousId: two },
        },
      ],
    })
    host.chats.showVersion(chat.id, two)
    expect(harness.events.recorded.at(-1)).toMatchObject({
      name: 'chat.branch-changed',
      payload: { id: chat.id, depth: 1, turnId: two },
    })
  })

  it('gets a chat a page at a time, and the running answer as it is now', async () => {
    const { host, chat } = await harness.ready([
      ...Array.from({ length: 50 }, (_, n) => stepOf(says(`answer ${n}`))),
      stalledStep('So far'),
    ])
    for (let n = 0; n < 50; n += 1) {
      host.chats.send(chat.id, `question ${n}`)
      await turnOver(host, chat)
    }
    host.chats.send(chat.id, 'last')
    await until(() =>
      lastTurn(host, chat).entries.some((e) => e.kind === 'assistant-message' && e.text !== ''),
    )
    const view = host.chats.view(chat.id)
    expect(view).toMatchObject({ isRunning: true, hasBefore: true, hasAfter: false })
    expect(view.turns.flatMap(({ entries }) => entries)).toHaveLength(60)
    expect(lastTurn(host, chat).entries.at(-1)).toMatchObject({ text: 'So far' })
    const first = view.turns[0]
    const anchor = { turnId: first?.id ?? '', entryId: first?.entries[0]?.id ?? '' }
    const before = host.chats.page(chat.id, { anchor, side: 'before', entries: 200 })
    expect(before).toMatchObject({ hasBefore: false, hasAfter: true })
    expect(before.turns.flatMap(({ entries }) => entries)).toHaveLength(42)
    expect(host.chats.view(chat.id, anchor).turns).toContainEqual(
      expect.objectContaining({ id: anchor.turnId }),
    )
    expect(() => host.chats.view(chat.id, { turnId: 'x', entryId: 'y' })).toThrow(/no longer shown/)
    await host.close()
  })

  it('says of a turn how many of the first exchanges its model was not given', async () => {
    const long = 'w'.repeat(600_000)
    const { host, chat, models } = await harness.ready([
      stepOf(says('a')),
      stepOf(says('b')),
      stepOf(says('c')),
    ])
    for (let n = 0; n < 3; n += 1) {
      host.chats.send(chat.id, long)
      await turnOver(host, chat)
    }
    expect(lastTurn(host, chat).leftOutTurns).toBe(1)
    expect(JSON.stringify(models.requests.at(-1)?.messages)).toContain('The first 1 exchange')
  })
})
