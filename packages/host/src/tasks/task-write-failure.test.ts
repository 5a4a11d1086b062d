import { GatehouseError, type TaskState, type ToolResult } from '@gatehouse/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  allowInChat,
  answerNext,
  calls,
  callsOf,
  createChatHarness,
  lastTurn,
  until,
  type ChatHarness,
} from '../testing/chat-harness.ts'
import { stepOf } from '../testing/index.ts'

const working: TaskState = {
  taskId: 'at-the-server',
  status: 'working',
  pollIntervalMs: 2000,
  ttlMs: null,
}
const result: ToolResult = { content: [{ type: 'text', text: 'found it' }], isError: false }

let harness: ChatHarness
/** Ends the call, or what is asked about its task. */
let end: { resolve: (value: ToolResult) => void; reject: (error: Error) => void }

beforeEach(() => {
  harness = createChatHarness()
  harness.server.call = (request) => {
    request.onTask?.(working)
    return answer()
  }
  harness.server.pollTask = () => answer()
})

function answer(): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    end = { resolve, reject }
  })
}

/** Write `name` of a store is refused where `isRefused` says so. */
function refuse<Store extends object>(
  store: Store,
  name: keyof Store,
  isRefused: (value: unknown) => boolean,
): void {
  const write = store[name] as (...values: unknown[]) => unknown
  store[name] = ((...values: unknown[]) => {
    if (values.some(isRefused)) throw new GatehouseError('store/disk-full', 'The disk is full.')
    return write.apply(store, values)
  }) as Store[typeof name]
}

const hasStatus = (status: string) => (value: unknown) =>
  typeof value === 'object' && value !== null && 'status' in value && value.status === status

/** A chat whose call was allowed for all of it and is at its server. */
async function send() {
  const ready = await harness.ready([stepOf(calls('c1', 'files__read'))])
  ready.host.chats.send(ready.chat.id, 'look')
  await answerNext(ready.host, allowInChat)
  return { ...ready, call: () => callsOf(lastTurn(ready.host, ready.chat))[0] }
}

/** The task was begun, and an app that was started again asks for it. */
async function resume() {
  const { chat, call } = await send()
  await until(() => call()?.task)
  const { reject } = end
  const { host } = harness.build([])
  await host.start()
  await until(() => end.reject !== reject)
  return { host, call: () => callsOf(lastTurn(host, chat))[0] }
}

const isSuspended = (): boolean => harness.stores.grants.list()[0]?.unknownCall !== undefined

describe('a call of which the disk refuses', () => {
  it('the task that it became goes on at its server, so it may have run', async () => {
    refuse(harness.stores.tasks, 'save', hasStatus('working'))
    const { call } = await send()
    await until(() => call()?.endedAt)
    expect(call()).toMatchObject({ status: 'unknown', error: 'The disk is full.' })
    expect(isSuspended()).toBe(true)
  })

  it('a change of its task goes on at its server, so it may have run', async () => {
    const { call } = await send()
    await until(() => call()?.task)
    refuse(harness.stores.tasks, 'save', hasStatus('working'))
    end.reject(new GatehouseError('call/connection-lost', 'It was lost.'))
    await until(() => call()?.endedAt)
    expect(call()).toMatchObject({ status: 'unknown', error: 'The disk is full.' })
    expect(isSuspended()).toBe(true)
  })

  it('the result of its resumed task may have run', async () => {
    const { call } = await resume()
    refuse(harness.stores.turns, 'saveEntry', hasStatus('done'))
    end.resolve(result)
    await until(() => call()?.endedAt)
    expect(call()).toMatchObject({ status: 'unknown', error: 'The disk is full.' })
    expect(harness.stores.audited.at(-1)).toMatchObject({ outcome: 'unknown' })
    expect(isSuspended()).toBe(true)
  })

  it('the record of its resumed task alone is recorded as it ended', async () => {
    const { call } = await resume()
    let refused = 0
    refuse(harness.stores.audit, 'append', () => (refused += 1) === 1)
    end.resolve(result)
    await until(() => refused === 2)
    expect(call()).toMatchObject({ status: 'done', result })
    expect(harness.stores.audited.at(-1)).toMatchObject({ kind: 'tool-call', outcome: 'done' })
    expect(isSuspended()).toBe(false)
  })
})
