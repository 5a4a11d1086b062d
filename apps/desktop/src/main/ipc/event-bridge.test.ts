import {
  reduceTurn,
  type ConnectionStep,
  type Frame,
  type LogLine,
  type ServerView,
  type Turn,
  type TurnEvent,
} from '@gatehouse/domain'
import type { HostEventName } from '@gatehouse/host/ports'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEventBridge, type EventBridge } from './event-bridge.ts'
import { nested } from './testing/damage.ts'

const turn: Turn = {
  id: 'turn-1',
  conversationId: 'chat-1',
  parentId: null,
  depth: 0,
  origin: 'message',
  status: 'running',
  model: null,
  step: 0,
  stepLimit: 20,
  entries: [],
  preparing: null,
  failure: null,
  startedAt: 1,
  endedAt: null,
}
const removed = (id: string) => ({ id })
const text = (entryId: string, value: string): TurnEvent => ({
  type: 'text-delta',
  entryId,
  text: value,
})
const reasoning = (entryId: string, value: string): TurnEvent => ({
  type: 'reasoning-delta',
  entryId,
  text: value,
})
const frame = (serverId: string, seq: number, message: Frame['message'] = {}): Frame => ({
  serverId,
  seq,
  at: 1,
  direction: 'in',
  kind: 'notification',
  bytes: 2,
  message,
  truncated: false,
})
const line = (serverId: string, seq: number): LogLine => ({
  serverId,
  seq,
  at: 1,
  source: 'stderr',
  level: 'info',
  text: `line ${seq}`,
})

describe('createEventBridge', () => {
  let sent: { name: HostEventName; payload: unknown }[]
  let logged: string[]
  let open: boolean
  let refuse: boolean
  let bridge: EventBridge

  beforeEach(() => {
    vi.useFakeTimers()
    sent = []
    logged = []
    open = true
    refuse = false
    const write = (words: string): void => void logged.push(words)
    bridge = createEventBridge({
      window: {
        isOpen: () => open,
        send(name, payload) {
          if (refuse) throw new Error('An object could not be cloned.')
          sent.push({ name, payload })
        },
      },
      checkPayloads: true,
      log: { info: write, warn: write, error: write },
    })
  })
  afterEach(() => void vi.useRealTimers())

  const emit = (...events: TurnEvent[]): void =>
    bridge.emit('turn.events', { conversationId: 'chat-1', turnId: 'turn-1', events })
  const turnEvents = (): TurnEvent[] =>
    sent.flatMap(({ name, payload }) =>
      name === 'turn.events' ? (payload as { events: TurnEvent[] }).events : [],
    )

  it('joins deltas', () => {
    for (let at = 0; at < 1000; at++) emit(text('m1', `${at} `))
    expect(sent).toEqual([])
    vi.advanceTimersByTime(33)
    expect(sent.length).toBe(1)
    expect(turnEvents()).toEqual([
      text('m1', Array.from({ length: 1000 }, (_, at) => `${at} `).join('')),
    ])
  })

  it('does not change what the events add up to when it joins them', () => {
    const all: TurnEvent[] = [
      { type: 'step-started', step: 1, messageId: 'm1', at: 1 },
      reasoning('m1', 'hm '),
      reasoning('m1', 'so'),
      text('m1', 'a'),
      reasoning('m1', '!'),
      text('m1', 'b'),
      text('m1', 'c'),
      { type: 'tool-input-delta', toolTitle: 'Echo', characters: 3 },
      { type: 'tool-input-delta', toolTitle: 'Echo', characters: 9 },
      { type: 'message-finished', entryId: 'm1', status: 'complete' },
      { type: 'step-started', step: 2, messageId: 'm2', at: 2 },
      text('m2', 'd'),
      text('m1', 'late'),
      text('m2', 'e'),
    ]
    for (const event of all) emit(event)
    vi.advanceTimersByTime(33)
    expect(turnEvents().length).toBeLessThan(all.length)
    expect(turnEvents().reduce(reduceTurn, turn)).toEqual(all.reduce(reduceTurn, turn))
  })

  it('leaves the host’s own events as they are, and joins nothing to what was sent', () => {
    const first = text('m1', 'a')
    emit(first)
    emit(text('m1', 'b'))
    vi.advanceTimersByTime(33)
    emit(text('m1', 'c'))
    vi.advanceTimersByTime(33)
    expect(first).toEqual(text('m1', 'a'))
    expect(turnEvents()).toEqual([text('m1', 'ab'), text('m1', 'c')])
  })

  it('lets no other event overtake the stream', () => {
    emit(text('m1', 'a'))
    bridge.emit('server.framed', [frame('s1', 1)])
    bridge.emit('chat.removed', removed('chat-2'))
    emit(text('m1', 'b'))
    bridge.emit('server.removed', removed('s1'))
    expect(sent.map(({ name }) => name)).toEqual([
      'turn.events',
      'server.framed',
      'chat.removed',
      'turn.events',
      'server.removed',
    ])
    vi.advanceTimersByTime(100)
    expect(sent.length).toBe(5)
  })

  it('keeps the frames of servers and the events of turns apart', () => {
    bridge.emit('server.framed', [frame('s1', 1)])
    bridge.emit('server.framed', [frame('s2', 1)])
    bridge.emit('server.framed', [frame('s1', 2)])
    bridge.emit('server.logged', [line('s1', 1), line('s1', 2)])
    emit(text('m1', 'a'))
    bridge.emit('turn.events', { conversationId: 'c2', turnId: 't2', events: [text('m1', 'x')] })
    vi.advanceTimersByTime(33)
    expect(sent).toEqual([
      { name: 'server.framed', payload: [frame('s1', 1), frame('s1', 2)] },
      { name: 'server.framed', payload: [frame('s2', 1)] },
      { name: 'server.logged', payload: [line('s1', 1), line('s1', 2)] },
      {
        name: 'turn.events',
        payload: { conversationId: 'chat-1', turnId: 'turn-1', events: [text('m1', 'a')] },
      },
      {
        name: 'turn.events',
        payload: { conversationId: 'c2', turnId: 't2', events: [text('m1', 'x')] },
      },
    ])
  })

  it('sends only the last of many states of a server at once, in its place', () => {
    const view = (id: string, step: ConnectionStep): ServerView => ({
      config: {
        id,
        name: id,
        hue: 0,
        transport: { kind: 'stdio', command: 'node', args: [], env: [] },
        protocol: 'auto',
        start: 'launch',
        requestTimeoutMs: 60_000,
        createdAt: 1,
      },
      connection: { status: 'starting', since: 1, step, attempt: 1 },
      toolCount: null,
      toolTokens: null,
      problems: [],
    })
    const servers = Array.from({ length: 30 }, (_, index) => `s${index}`)
    for (const step of ['queue', 'resolve', 'spawn', 'list'] as const)
      for (const id of servers) bridge.emit('server.changed', view(id, step))
    for (const id of servers) {
      bridge.emit('server.tools-changed', { id })
      bridge.emit('server.tools-changed', { id })
    }
    bridge.emit('server.removed', removed('s29'))
    expect(sent.map(({ name }) => name)).toEqual([
      ...servers.map(() => 'server.changed'),
      ...servers.map(() => 'server.tools-changed'),
      'server.removed',
    ])
    expect(sent.slice(0, 30).map(({ payload }) => payload)).toEqual(
      servers.map((id) => view(id, 'list')),
    )
    expect(logged).toEqual([])
  })

  it('does not grow without end under a flood, and keeps the latest lines', () => {
    for (let seq = 1; seq <= 40_000; seq++) bridge.emit('server.logged', [line('s1', seq)])
    vi.advanceTimersByTime(33)
    const lines = sent[0]?.payload as LogLine[]
    expect(lines.length).toBeLessThanOrEqual(10_000)
    expect(lines.length).toBeGreaterThanOrEqual(5000)
    expect(lines.at(-1)?.seq).toBe(40_000)
    expect(lines.every(({ seq }, at) => at === 0 || seq === (lines[at - 1]?.seq ?? 0) + 1)).toBe(
      true,
    )
  })

  it('keeps no events for a window that is gone', () => {
    emit(text('m1', 'a'))
    open = false
    bridge.emit('chat.removed', removed('chat-2'))
    open = true
    vi.advanceTimersByTime(100)
    expect(sent).toEqual([])
    expect(logged).toEqual([])
  })

  it('loses one frame that is nested too deeply, and not its batch', () => {
    const deep = nested(5000) as Frame['message']
    bridge.emit('server.framed', [frame('s1', 1), frame('s1', 2, deep), frame('s1', 3)])
    vi.advanceTimersByTime(33)
    expect(sent[0]?.payload).toEqual([frame('s1', 1), frame('s1', 3)])
  })

  it('does not throw into the host when the window cannot be reached', () => {
    refuse = true
    expect(() => bridge.emit('chat.removed', removed('c'))).not.toThrow()
    expect(logged.join()).toContain('chat.removed')
  })

  it('says that the host broke the shape of an event', () => {
    bridge.emit('chat.removed', { id: '../x' })
    expect(logged.join()).toContain('chat.removed')
  })

  it('leaves no timer behind when it is closed', () => {
    emit(text('m1', 'a'))
    bridge.close()
    expect(turnEvents()).toEqual([text('m1', 'a')])
    bridge.emit('chat.removed', removed('c'))
    expect(sent.length).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
  })
})
