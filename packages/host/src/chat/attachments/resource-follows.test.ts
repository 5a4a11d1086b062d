import { FOLLOW_LIMITS } from '@gatehouse/domain/chats'
import { isGatehouseError } from '@gatehouse/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { stepOf } from '../../testing/tool-fixture.ts'
import {
  createChatHarness,
  says,
  turnOver,
  until,
  type ChatHarness,
  type ReadyChat,
} from '../../testing/chat-harness.ts'

/** Subscriptions at the server, by address. */
let subscriptions: Map<string, { ended: boolean; notify(isWatching: boolean): void }>
let harness: ChatHarness
let text: string
let refuses: boolean

beforeEach(() => {
  harness = createChatHarness()
  subscriptions = new Map()
  text = 'one'
  refuses = false
  harness.server.info = {
    era: 'legacy',
    protocolVersion: '2025-11-25',
    capabilities: { tools: {}, resources: { subscribe: true } },
    connectMs: 1,
  }
  harness.server.features = {
    readResource: (what) => {
      const uri = typeof what === 'string' ? what : what.uri
      return Promise.resolve({ contents: [{ uri, text }] })
    },
    watchResource: (uri, signal, onStateChange = () => undefined) => {
      if (refuses) return Promise.reject(new Error('No.'))
      const subscription = { ended: false, notify: onStateChange }
      subscriptions.set(uri, subscription)
      signal.addEventListener('abort', () => (subscription.ended = true))
      onStateChange(true)
      return Promise.resolve()
    },
  }
})

const serverIn = ({ host }: ReadyChat): string => host.servers.list()[0]?.config.id ?? ''
const updated = (uri: string, isGap?: boolean) =>
  harness.server.listener?.onResourceUpdated(uri, isGap)
const open = (): string[] => [...subscriptions].flatMap(([uri, { ended }]) => (ended ? [] : [uri]))

async function attach(ready: ReadyChat, uri = 'notes://today') {
  return ready.host.attachments.attachResource(ready.chat.id, { serverId: serverIn(ready), uri })
}

const statesOf = ({ host, chat }: ReadyChat) =>
  host.follows.list(chat.id).map(({ state }) => state.kind)
const notifications = () =>
  harness.events.recorded.filter(({ name }) => name === 'chat.follows-changed').length

describe('a resource of a draft', () => {
  it('is followed as soon as it is attached, once for all that attach it, and no more once it is taken out', async () => {
    const ready = await harness.ready([])
    const first = await attach(ready)
    const second = await attach(ready)
    expect(statesOf(ready)).toEqual(['followed', 'followed'])
    expect(open()).toEqual(['notes://today'])
    ready.host.attachments.detach(ready.chat.id, first.id)
    expect(open()).toEqual(['notes://today'])
    ready.host.attachments.detach(ready.chat.id, second.id)
    expect(open()).toEqual([])
    expect(statesOf(ready)).toEqual([])
  })

  it('is marked by the first word of a change, with all that show it, and not followed any more', async () => {
    const ready = await harness.ready([])
    await attach(ready)
    await attach(ready)
    for (let pauses = 0; pauses < 3; pauses += 1) harness.clock.advance(1000)
    const before = notifications()
    updated('notes://today')
    expect(ready.host.follows.list(ready.chat.id).map(({ state }) => state)).toEqual([
      { kind: 'changed', at: harness.clock.now() },
      { kind: 'changed', at: harness.clock.now() },
    ])
    expect(open()).toEqual([])
    expect(notifications()).toBeGreaterThan(before)
  })

  it('is marked by a change that comes while what was read is kept, and by none from before that', async () => {
    const ready = await harness.ready([])
    let respond = (): void => undefined
    harness.server.features = {
      ...harness.server.features,
      readResource: () =>
        new Promise((resolve) => {
          respond = () => resolve({ contents: [{ uri: 'notes://today', text }] })
        }),
    }
    await ready.host.servers.restart(serverIn(ready))
    await until(() => ready.host.servers.list()[0]?.connection.status === 'ready')
    const put = harness.stores.blobs.put
    const attachWith = async (during: () => void) => {
      harness.stores.blobs.put = (...given) => {
        during()
        return put(...given)
      }
      const attaching = attach(ready)
      await until(() => open().length > 0)
      return attaching
    }
    text = 'x'.repeat(20_000)
    const early = attachWith(() => undefined)
    await until(() => open().length > 0)
    updated('notes://today')
    respond()
    await early
    expect(statesOf(ready)).toEqual(['followed'])
    const late = attachWith(() => updated('notes://today'))
    await Promise.resolve()
    await until(() => (respond(), harness.stores.attachments.list(ready.chat.id).length === 2))
    await late
    expect(statesOf(ready)).toEqual(['changed', 'changed'])
  })

  /** @threat attachments.swapped-by-change */
  it('is read again in its place, under another id, with what it costs now, and followed anew', async () => {
    const ready = await harness.ready([stepOf(says('Read.'))])
    const { host, chat } = ready
    const before = await attach(ready)
    const beside = await attach(ready, 'notes://other')
    updated('notes://today')
    text = 'a longer text than it was before'
    const after = await host.attachments.readAgain(chat.id, before.id)
    expect(after.id).not.toBe(before.id)
    expect(after.tokens).toBeGreaterThan(before.tokens)
    expect(host.attachments.list(chat.id).map(({ id }) => id)).toEqual([after.id, beside.id])
    expect(statesOf(ready)).toEqual(['followed', 'followed'])
    expect(() => host.chats.send(chat.id, 'Look', [before.id, beside.id])).toThrow('changed')
    host.chats.send(chat.id, 'Look', [after.id, beside.id])
    await turnOver(host, chat)
    expect(JSON.stringify(ready.models.requests)).toContain(text)
  })

  /**
   * @threat attachments.swapped-by-change
   * @attacker server
   * @tries To have another text sent than the person saw, by reporting that a resource changed just before they send
   * it.
   * @stoppedBy A change reads nothing. What the person has read again gets another id, and a message that names the
   * former one is not sent.
   * @remains A server may report changes that are none, or none that are.
   */
  it('is sent with its mark just as it was shown, and nothing is read for that', async () => {
    const ready = await harness.ready([stepOf(says('Read.'))])
    const { host, chat } = ready
    const { id } = await attach(ready)
    updated('notes://today')
    text = 'two'
    host.chats.send(chat.id, 'Look', [id])
    await turnOver(host, chat)
    expect(JSON.stringify(ready.models.requests)).toContain('one')
    expect(JSON.stringify(ready.models.requests)).not.toContain('two')
    expect(host.follows.list(chat.id)).toMatchObject([
      { attachmentId: id, state: { kind: 'changed' } },
    ])
  })

  it('stays as it is and is not followed any more where the person wants that', async () => {
    const ready = await harness.ready([])
    const { id } = await attach(ready)
    updated('notes://today')
    ready.host.attachments.keepAsRead(ready.chat.id, id)
    expect(statesOf(ready)).toEqual([])
    expect(open()).toEqual([])
    expect(() => ready.host.attachments.keepAsRead(ready.chat.id, 'other')).toThrow('changed')
  })

  it('is left as it was when it cannot be read again', async () => {
    const ready = await harness.ready([])
    const { host, chat } = ready
    const { id } = await attach(ready)
    updated('notes://today')
    await host.servers.get(serverIn(ready)).lifecycle.stop()
    const reading = host.attachments.readAgain(chat.id, id)
    await expect(reading).rejects.toSatisfy(isGatehouseError)
    expect(host.attachments.list(chat.id)).toMatchObject([{ id }])
    expect(statesOf(ready)).toEqual(['changed'])
  })
})

describe('a resource of a message', () => {
  it('is followed on after it was sent, and after a start of the app, and marked then', async () => {
    const first = await harness.ready([stepOf(says('Read.'))])
    const { id } = await attach(first)
    first.host.chats.send(first.chat.id, 'Look', [id])
    await turnOver(first.host, first.chat)
    expect(statesOf(first)).toEqual(['followed'])
    await first.host.close()
    harness.clock.advance(1000)
    subscriptions.clear()
    const again = { ...harness.build([]), chat: first.chat }
    expect(statesOf(again)).toEqual(['unfollowed'])
    again.host.startServers()
    await until(() => open().length > 0)
    expect(again.host.follows.list(first.chat.id)).toEqual([
      { attachmentId: id, state: { kind: 'followed', since: harness.clock.now() } },
    ])
    updated('notes://today')
    expect(statesOf(again)).toEqual(['changed'])
    await again.host.close()
    expect(statesOf({ ...harness.build([]), chat: first.chat })).toEqual(['changed'])
  })
})

describe('nothing claims to be followed that is not', () => {
  it('when its server is stopped, and it is again on the next connection', async () => {
    const ready = await harness.ready([])
    await attach(ready)
    const server = ready.host.servers.get(serverIn(ready))
    await server.lifecycle.stop()
    expect(statesOf(ready)).toEqual(['unfollowed'])
    expect(open()).toEqual([])
    harness.clock.advance(1000)
    server.lifecycle.start()
    await until(() => statesOf(ready)[0] === 'followed')
    expect(open()).toEqual(['notes://today'])
  })

  it('when its server has no subscriptions, refuses one, or stops reporting for a while', async () => {
    const ready = await harness.ready([])
    refuses = true
    await attach(ready)
    await until(() => statesOf(ready)[0] === 'unfollowed')
    refuses = false
    await attach(ready, 'notes://other')
    const states = () => ready.host.follows.list(ready.chat.id).map(({ state }) => state)
    expect(states()).toEqual([{ kind: 'unfollowed' }, { kind: 'followed' }])
    subscriptions.get('notes://other')?.notify(false)
    expect(statesOf(ready)[1]).toBe('unfollowed')
    harness.clock.advance(1000)
    subscriptions.get('notes://other')?.notify(true)
    expect(states()[1]).toEqual({ kind: 'followed', since: harness.clock.now() })
    harness.server.info = { ...harness.server.info!, capabilities: { tools: {}, resources: {} } }
    await ready.host.servers.restart(serverIn(ready))
    await until(() => ready.host.servers.list()[0]?.connection.status === 'ready')
    expect(statesOf(ready)).toEqual(['unfollowed', 'unfollowed'])
  })

  it('when nothing was reported for a moment: then it says from when on, and marks nothing', async () => {
    const ready = await harness.ready([])
    await attach(ready)
    harness.clock.advance(1000)
    updated('notes://today', true)
    expect(ready.host.follows.list(ready.chat.id)).toMatchObject([
      { state: { kind: 'followed', since: harness.clock.now() } },
    ])
  })

  it('when another program has the name of its server', async () => {
    const ready = await harness.ready([])
    await attach(ready)
    const { config } = ready.host.servers.get(serverIn(ready))
    const review = await ready.host.servers.review({
      id: config.id,
      name: config.name,
      transport: { kind: 'stdio', command: 'other', args: [], env: [] },
      protocol: 'auto',
      start: 'launch',
      requestTimeoutMs: 60_000,
    })
    await ready.host.servers.save(review.id, true)
    await until(() => ready.host.servers.list()[0]?.connection.status === 'ready')
    expect(statesOf(ready)).toEqual(['unfollowed'])
    expect(open()).toEqual([])
  })

  it('when its chat was removed, until that comes back', async () => {
    const ready = await harness.ready([])
    await attach(ready)
    ready.host.conversations.remove(ready.chat.id)
    expect(open()).toEqual([])
    ready.host.conversations.restore(ready.chat.id)
    expect(open()).toEqual(['notes://today'])
  })
})

describe('a hostile server', () => {
  /**
   * @threat attachments.flood-of-changes
   * @attacker server
   * @tries To report changes without a pause, of attached resources and of ones that are not followed, so that the app
   * does nothing else.
   * @stoppedBy Only what is subscribed to counts, its first change ends that and is written once, and the window is
   * notified five times a second at most.
   */
  it('that names what nobody follows, or the same again and again, changes nothing more', async () => {
    const ready = await harness.ready([])
    await attach(ready)
    const before = notifications()
    for (let index = 0; index < 1000; index += 1) updated(`notes://${index}`)
    updated('x'.repeat(1_000_000))
    expect(notifications()).toBe(before)
    expect(statesOf(ready)).toEqual(['followed'])
    const save = harness.stores.follows.save
    let writes = 0
    harness.stores.follows.save = (follow) => {
      writes += 1
      save(follow)
    }
    for (let index = 0; index < 10_000; index += 1) updated('notes://today')
    expect(writes).toBe(1)
    harness.clock.advance(1000)
    expect(notifications() - before).toBeLessThanOrEqual(2)
  })

  /** @threat attachments.flood-of-changes */
  it('that sends updates continuously while it is read is looked up for once', async () => {
    const ready = await harness.ready([])
    harness.server.features = {
      ...harness.server.features,
      readResource: () => new Promise(() => undefined),
    }
    await ready.host.servers.restart(serverIn(ready))
    await until(() => ready.host.servers.list()[0]?.connection.status === 'ready')
    void attach(ready)
    await until(() => open().length > 0)
    const { unchanged } = harness.stores.follows
    let looked = 0
    harness.stores.follows.unchanged = (...given) => {
      looked += 1
      return unchanged(...given)
    }
    for (let count = 0; count < 1000; count += 1) updated('notes://today')
    expect(looked).toBeLessThan(3)
  })

  /** @threat attachments.flood-of-changes */
  it('is subscribed to for so many at the same time, the latest ones', async () => {
    const ready = await harness.ready([])
    for (let index = 0; index < FOLLOW_LIMITS.ofServer + 2; index += 1)
      await attach(ready, `notes://${index}`)
    expect(open()).toHaveLength(FOLLOW_LIMITS.ofServer)
    expect(open()).not.toContain('notes://0')
    expect(statesOf(ready).slice(0, 3)).toEqual(['unfollowed', 'unfollowed', 'followed'])
  })
})

it('the switch of the server’s page and chats share one subscription, and each ends its own part', async () => {
  const ready = await harness.ready([])
  const { features } = ready.host.servers.get(serverIn(ready))
  const { id } = await attach(ready)
  expect(features.watched()).toEqual([])
  await features.watchResource('notes://today', true)
  expect(subscriptions.size).toBe(1)
  ready.host.attachments.detach(ready.chat.id, id)
  expect(open()).toEqual(['notes://today'])
  await features.watchResource('notes://today', false)
  expect(open()).toEqual([])
})
