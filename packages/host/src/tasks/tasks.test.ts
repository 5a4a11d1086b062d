import {
  abortCodeOf,
  GatehouseError,
  type TaskState,
  type ToolCall,
  type ToolResult,
} from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { describe, expect, it } from 'vitest'
import type { TaskRequest, ToolCallRequest } from '../ports/index.ts'
import type { Host } from '../host.ts'
import {
  allowInChat,
  allowOnce,
  answerNext,
  calls,
  callsOf,
  createChatHarness,
  lastTurn,
  says,
  turnOver,
  until,
  type ChatHarness,
  type ReadyChat,
} from '../testing/chat-harness.ts'

const working: TaskState = {
  taskId: 'at-the-server',
  status: 'working',
  pollIntervalMs: 2000,
  ttlMs: null,
}
const result: ToolResult = { content: [{ type: 'text', text: 'found it' }], isError: false }
const lost = (): GatehouseError => new GatehouseError('call/connection-lost', 'It was lost.')

/** A promise that is settled from outside. */
function held<T>() {
  let resolve: (value: T) => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  promise.catch(() => undefined)
  return { promise, resolve, reject }
}

async function* one(): AsyncGenerator<ReturnType<typeof calls>> {
  yield calls('c1', 'files__read', { path: 'x' })
}
async function* end(): AsyncGenerator<ReturnType<typeof says>> {
  yield says('Done.')
}

/** A chat whose only tool call runs at the server as a task that is not over. */
async function startTask(
  harness: ChatHarness,
  answer = allowOnce,
): Promise<ReadyChat & { outcome: Held }> {
  const outcome = held<ToolResult>()
  harness.server.call = async (request: ToolCallRequest, signal) => {
    request.onTask?.(working)
    signal.addEventListener('abort', () => outcome.reject(cancelled(signal)), { once: true })
    return outcome.promise
  }
  const ready = await harness.ready([one, end])
  ready.host.chats.send(ready.chat.id, 'look')
  await answerNext(ready.host, answer)
  await until(() => callOf(ready)?.task?.status === 'working')
  return { ...ready, outcome }
}
type Held = ReturnType<typeof held<ToolResult>>

function cancelled(signal: AbortSignal): GatehouseError {
  const task = abortCodeOf(signal) === 'app-quit' ? 'left' : 'confirmed'
  return new GatehouseError('call/cancelled', 'files confirmed it.', { data: { task } })
}

const callOf = ({ host, chat }: Pick<ReadyChat, 'host' | 'chat'>): ToolCall | undefined =>
  callsOf(lastTurn(host, chat))[0]
const taskOf = (host: Host) => host.tasks.list()[0]

/** The app was killed and is started again on the same disk. */
async function restart(harness: ChatHarness, chat: ReadyChat['chat'], steps: Steps = []) {
  const { host, models } = harness.build(steps)
  await host.start()
  return { host, models, chat }
}
type Steps = Parameters<ChatHarness['build']>[0]

/** The server holds what is asked about the task until `outcome` is settled. */
function holdTask(harness: ChatHarness): { asked: TaskRequest[]; outcome: Held } {
  const outcome = held<ToolResult>()
  const asked: TaskRequest[] = []
  harness.server.pollTask = (task, signal) => {
    asked.push(task)
    signal.addEventListener('abort', () => outcome.reject(cancelled(signal)), { once: true })
    task.onTask({ ...working, statusMessage: 'Still at it.' })
    return outcome.promise
  }
  return { asked, outcome }
}

describe('a call that became a task', () => {
  it('is on disk before anything else happens, and keeps its turn running until it is over', async () => {
    const harness = createChatHarness()
    const { host, chat, outcome } = await startTask(harness)
    expect(harness.stores.tasks.list()).toMatchObject([
      { taskId: 'at-the-server', toolName: 'read', status: 'working', conversationId: chat.id },
    ])
    expect(lastTurn(host, chat).status).toBe('running')
    outcome.resolve(result)
    const turn = await turnOver(host, chat)
    expect(callsOf(turn)[0]).toMatchObject({ status: 'done', result })
    expect(taskOf(host)?.status).toBe('completed')
  })

  it('is followed again over the next connection when one is lost, and not called twice', async () => {
    const harness = createChatHarness()
    const { host, chat, outcome } = await startTask(harness)
    const next = holdTask(harness)
    outcome.reject(lost())
    await until(() => callOf({ host, chat })?.task?.unreachable)
    await until(() => {
      harness.clock.advance(1000)
      return next.asked.length > 0
    })
    expect(next.asked[0]).toMatchObject({ taskId: 'at-the-server' })
    expect(callOf({ host, chat })?.task).toEqual({ ...working, statusMessage: 'Still at it.' })
    next.outcome.resolve(result)
    expect(callsOf(await turnOver(host, chat))[0]).toMatchObject({ status: 'done' })
  })

  /**
   * @threat responses.forgotten-task
   * @attacker server
   * @tries To have a task that ran be run again unasked, by forgetting it or by never saying how it stands.
   * @stoppedBy Its call ends as one that may have run, in the session and after a restart alike, and the permission of
   * its call is suspended.
   */
  it.each(['call/task-unknown', 'call/outcome-unknown', 'call/timed-out'])(
    'that ends with %s may have run, and does not run again unasked',
    async (code) => {
      const harness = createChatHarness()
      let ran = 0
      harness.server.call = async (request: ToolCallRequest) => {
        ran += 1
        request.onTask?.(working)
        throw new GatehouseError(code, 'Nobody knows.')
      }
      const { host, chat } = await harness.ready([one, one, end])
      host.chats.send(chat.id, 'look')
      await answerNext(host, allowInChat)
      await until(() => callsOf(lastTurn(host, chat))[1]?.status === 'waiting')
      expect(callsOf(lastTurn(host, chat))[0]).toMatchObject({
        status: 'unknown',
        error: 'Nobody knows.',
      })
      expect(ran).toBe(1)
    },
  )

  it('says what the server made of a Stop', async () => {
    const harness = createChatHarness()
    const { host, chat } = await startTask(harness)
    host.tasks.cancel(taskOf(host)?.id ?? '')
    await turnOver(host, chat)
    expect(callOf({ host, chat })).toMatchObject({
      status: 'cancelled',
      error: 'files confirmed it.',
    })
    expect(taskOf(host)?.status).toBe('cancelled')
  })
})

describe('after the app was killed', () => {
  it('the task is picked up, and its result is in the transcript for the model to go on with', async () => {
    const harness = createChatHarness()
    const { chat } = await startTask(harness)
    const { asked, outcome } = holdTask(harness)
    const again = await restart(harness, chat, [end])
    expect(lastTurn(again.host, chat).status).toBe('interrupted')
    await until(() => asked.length > 0)
    expect(callOf(again)).toMatchObject({
      status: 'running',
      task: { statusMessage: 'Still at it.' },
    })
    asked[0]?.onProgress({ progress: 1, total: 2 })
    expect(callOf(again)?.progress).toEqual({ progress: 1, total: 2 })
    outcome.resolve(result)
    await until(() => callOf(again)?.status === 'done')
    expect(lastTurn(again.host, chat).status).toBe('interrupted')
    expect(harness.stores.tasks.list()).toMatchObject([{ status: 'completed' }])
    expect(harness.stores.audited.at(-1)).toMatchObject({ kind: 'tool-call', outcome: 'done' })
    again.host.chats.continue(chat.id)
    await turnOver(again.host, chat)
    expect(JSON.stringify(again.models.requests[0]?.messages)).toContain('found it')
  })

  it('a turn that goes on while the task runs does not end it, and gets its result', async () => {
    const harness = createChatHarness()
    const { chat } = await startTask(harness)
    const { asked, outcome } = holdTask(harness)
    const again = await restart(harness, chat, [end])
    await until(() => asked.length > 0)
    again.host.chats.continue(chat.id)
    await turnOver(again.host, chat)
    expect(JSON.stringify(again.models.requests[0]?.messages)).toContain('still runs on the server')
    expect(callOf(again)?.status).toBe('running')
    outcome.resolve(result)
    await until(() => callOf(again)?.status === 'done')
    expect(lastTurn(again.host, chat).entries.at(-1)).toMatchObject({ text: 'Done.' })
  })

  it('the person can cancel it', async () => {
    const harness = createChatHarness()
    const { chat } = await startTask(harness)
    const { asked } = holdTask(harness)
    const again = await restart(harness, chat)
    await until(() => asked.length > 0)
    again.host.tasks.cancelCall(chat.id, callOf(again)?.id ?? '')
    await until(() => callOf(again)?.status === 'cancelled')
    expect(callOf(again)?.error).toBe('files confirmed it.')
  })

  it('a server that forgot the task is believed, in words', async () => {
    const harness = createChatHarness()
    const { chat } = await startTask(harness)
    const { outcome } = holdTask(harness)
    outcome.reject(new GatehouseError('call/task-unknown', 'files no longer knows the task.'))
    const again = await restart(harness, chat)
    await until(() => callOf(again)?.status === 'unknown')
    expect(callOf(again)?.error).toBe('files no longer knows the task.')
    expect(taskOf(again.host)?.status).toBe('failed')
  })

  /**
   * @threat responses.task-cut-off
   * @attacker server
   * @tries To leave a call running for ever and lose its result, by ending a task just when the app is killed.
   * @stoppedBy A start follows every task whose call is not over, ended or not; a call whose task is not on disk ends
   * as one that may have run.
   */
  it('a result that was not kept when the app was killed is asked for again', async () => {
    const harness = createChatHarness()
    const { host, chat, outcome } = await startTask(harness)
    const { blobs } = harness.stores
    const put = blobs.put.bind(blobs)
    const writing = held<never>()
    let puts = 0
    blobs.put = () => {
      puts += 1
      return writing.promise
    }
    outcome.resolve({ content: [{ type: 'text', text: 'x'.repeat(200_000) }], isError: false })
    await until(() => puts > 0)
    expect(taskOf(host)?.status).toBe('completed')
    blobs.put = put
    const next = holdTask(harness)
    const again = await restart(harness, chat)
    await until(() => next.asked.length > 0)
    next.outcome.resolve(result)
    await until(() => callOf(again)?.status === 'done')
    expect(harness.stores.audited.at(-1)).toMatchObject({ kind: 'tool-call', outcome: 'done' })
    writing.reject(new Error('The app was killed.'))
    proves('faults.unread.killed')
  })

  /** @threat responses.task-cut-off */
  it('a call whose task is not on disk any more ends as one that may have run', async () => {
    const harness = createChatHarness()
    const { host, chat } = await startTask(harness)
    harness.stores.tasks.remove(taskOf(host)?.id ?? '')
    const again = await restart(harness, chat)
    expect(callOf(again)?.status).toBe('unknown')
  })

  /** @threat responses.forgotten-task */
  it('a task of which nobody knows what came suspends the permission of its call', async () => {
    const harness = createChatHarness()
    const { host, chat } = await startTask(harness, allowInChat)
    expect(harness.stores.grants.list()[0]?.unknownCall).toBeUndefined()
    const { outcome } = holdTask(harness)
    outcome.reject(new GatehouseError('call/timed-out', 'files could not say.'))
    await restart(harness, chat)
    const called = callOf({ host, chat })?.id
    await until(() => harness.stores.grants.list()[0]?.unknownCall === called)
    proves('faults.unread.task')
  })

  it('a server that is gone from Gatehouse is named as the reason', async () => {
    const harness = createChatHarness()
    const { chat } = await startTask(harness)
    const server = harness.stores.servers.list()[0]
    harness.stores.servers.remove(server?.id ?? '')
    const again = await restart(harness, chat)
    await until(() => callOf(again)?.status === 'unknown')
    expect(callOf(again)?.error).toContain('files was removed from Gatehouse')
  })

  /**
   * @threat consent.inherited-task
   * @attacker configuration
   * @tries Takes the place of a server whose task still runs, to learn of it and to respond in its name.
   * @stoppedBy A task is bound to who the server was when it was called; another one is never asked, and the call ends
   * in words.
   */
  it('a server that is another program now neither learns of the task nor responds for it', async () => {
    const harness = createChatHarness()
    const { chat } = await startTask(harness)
    const { asked } = holdTask(harness)
    const [server] = harness.stores.servers.list()
    if (server?.transport.kind !== 'stdio') throw new Error('Another sample.')
    const transport = { ...server.transport, args: [...server.transport.args, '--other'] }
    harness.stores.servers.save({ ...server, transport })
    const again = await restart(harness, chat)
    await until(() => callOf(again)?.status === 'unknown')
    expect(callOf(again)?.error).toContain('is another program or address now')
    expect(taskOf(again.host)?.status).toBe('failed')
    expect(asked).toEqual([])
  })

  it('a server that cannot start is waited for, and the task shows that', async () => {
    const harness = createChatHarness()
    const { chat } = await startTask(harness)
    const { asked, outcome } = holdTask(harness)
    harness.server.openError = new GatehouseError('connection/failed', 'No.', {
      data: { failure: { code: 'protocol', message: 'It cannot start.', lastLines: [] } },
    })
    const again = await restart(harness, chat)
    await until(() => callOf(again)?.task?.unreachable)
    expect(asked).toEqual([])
    delete harness.server.openError
    again.host.servers.get(again.host.servers.list()[0]?.config.id ?? '').lifecycle.start()
    await until(() => asked.length > 0)
    outcome.resolve(result)
    await until(() => callOf(again)?.status === 'done')
  })

  /**
   * @threat turns.reporting-task
   * @attacker server
   * @tries To keep main busy for ever with a task that reports in a chat whose other results are large.
   * @stoppedBy Of a turn that is over one entry is read and written, at most once a second for each kind of report.
   */
  it('a task that reports without end has one entry read, once a second, and its last words kept', async () => {
    const harness = createChatHarness()
    const { chat } = await startTask(harness)
    let report: ((task: TaskState) => void) | undefined
    harness.server.pollTask = (request: TaskRequest) => {
      report = request.onTask
      return new Promise(() => undefined)
    }
    const again = await restart(harness, chat)
    await until(() => report !== undefined)
    const { turns } = harness.stores
    const count = { page: 0, get: 0, withEntry: 0, saveEntry: 0 }
    for (const name of ['page', 'get', 'withEntry', 'saveEntry'] as const) {
      const real = turns[name] as (...given: unknown[]) => unknown
      Object.assign(turns, {
        [name]: (...given: unknown[]) => ((count[name] += 1), real(...given)),
      })
    }
    for (let step = 0; step < 100; step += 1)
      report?.({ ...working, statusMessage: `step ${step}` })
    expect(count).toEqual({ page: 0, get: 0, withEntry: 1, saveEntry: 1 })
    harness.clock.advance(1000)
    expect(count).toEqual({ page: 0, get: 0, withEntry: 2, saveEntry: 2 })
    expect(callOf(again)?.task?.statusMessage).toBe('step 99')
  })

  it('a task whose chat is gone is dropped', async () => {
    const harness = createChatHarness()
    const { host, chat } = await startTask(harness)
    host.conversations.remove(chat.id)
    harness.stores.turns.withEntry = () => null
    const { asked } = holdTask(harness)
    const again = await restart(harness, chat)
    expect(again.host.tasks.list()).toEqual([])
    expect(asked).toEqual([])
  })
})

describe('when the app is quit', () => {
  it('the call is neither cancelled nor failed, and the next start finds it', async () => {
    const harness = createChatHarness()
    const { host, chat } = await startTask(harness)
    await host.close()
    expect(callsOf(lastTurn(host, chat))[0]).toMatchObject({
      status: 'running',
      task: { taskId: 'at-the-server' },
    })
    const { asked, outcome } = holdTask(harness)
    const again = await restart(harness, chat)
    await until(() => asked.length > 0)
    await again.host.close()
    outcome.resolve(result)
    expect(harness.stores.tasks.list()).toMatchObject([{ status: 'working' }])
  })
})

describe('a server that is removed while its task runs', () => {
  it('ends the call in words instead of waiting for ever', async () => {
    const harness = createChatHarness()
    const { host, chat, outcome } = await startTask(harness)
    outcome.reject(lost())
    harness.server.pollTask = () => Promise.reject(lost())
    await host.servers.remove(host.servers.list()[0]?.config.id ?? '')
    await until(() => {
      harness.clock.advance(1000)
      return callOf({ host, chat })?.status === 'unknown'
    })
    expect(callOf({ host, chat })?.error).toContain('was removed from Gatehouse')
    await turnOver(host, chat)
  })
})
