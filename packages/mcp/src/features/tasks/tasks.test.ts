import { NEVER_ABORTED } from '@gatehouse/base'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  GatehouseError,
  isGatehouseError,
  type TaskState,
  type Tool,
  type ToolResult,
  abortWith,
} from '@gatehouse/domain'
import type { Connection, ConnectionOptions, ServerRequestContext } from '@gatehouse/host/ports'
import { startTaskServer, taskServerCommand, type TaskHttpServer } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestBench,
  eventually,
  nobody,
  type Recording,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'

const variants = (['stdio', 'http'] as const).flatMap((transport) =>
  (['legacy', 'modern'] as const).map((era) => ({ transport, era })),
)

interface Asked {
  message: string
  context: ServerRequestContext
  signal: AbortSignal
}

interface Bench {
  bench: TestBench
  connection: Connection
  recording: Recording
  tools: Map<string, Tool>
  http: TaskHttpServer | undefined
  /** Requests that the server sent, and how they are answered now. */
  asked: Asked[]
  answer: ConnectionOptions['onRequest']['elicit']
}

async function open(
  transport: 'stdio' | 'http',
  era: 'legacy' | 'modern',
  more: { stateFile?: string; noCancel?: boolean } = {},
): Promise<Bench> {
  const bench = await createTestBench()
  const http = transport === 'http' ? await startTaskServer({ era, ...more }) : undefined
  const target = http
    ? { kind: 'http' as const, url: http.url, headers: {} }
    : { kind: 'stdio' as const, ...taskServerCommand({ era, ...more }), env: {}, cwd: undefined }
  const made: Omit<Bench, 'connection' | 'recording' | 'tools'> = {
    bench,
    http,
    asked: [],
    answer: ({ message }) => {
      const content: Record<string, string> = message.includes('city')
        ? { city: 'Bern' }
        : { country: 'Switzerland' }
      return Promise.resolve({ action: 'accept', content })
    },
  }
  const state = made as Bench
  const opened = await bench.open(target, {
    protocol: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' },
    clientFeatures: { ...nobody.clientFeatures, elicitation: { form: true, url: false } },
    onRequest: {
      ...nobody.onRequest,
      elicit(request, context, signal) {
        state.asked.push({ message: request.message, context, signal })
        return state.answer(request, context, signal)
      },
    },
  })
  const tools = await opened.connection.listTools(NEVER_ABORTED)
  return Object.assign(state, opened, { tools: new Map(tools.map((tool) => [tool.name, tool])) })
}

async function shut({ bench, http }: Bench): Promise<void> {
  await bench.close()
  await http?.close()
}

interface Run {
  result: Promise<ToolResult>
  states: TaskState[]
  progress: string[]
}

function run(from: Bench, name: string, how: { signal?: AbortSignal; ms?: number } = {}): Run {
  const { signal = NEVER_ABORTED, ms } = how
  const tool = from.tools.get(name)
  if (!tool) throw new Error(`${name} is not listed.`)
  const states: TaskState[] = []
  const progress: string[] = []
  const result = from.connection.callTool(
    {
      tool,
      arguments: ms === undefined ? {} : { ms },
      callId: `call-${name}`,
      onProgress: ({ message }) => progress.push(message ?? ''),
      onTask: (state) => states.push(state),
    },
    signal,
  )
  result.catch(() => undefined)
  return { result, states, progress }
}

async function failure(result: Promise<unknown>): Promise<{ code: string; message: string }> {
  const error = await result.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isGatehouseError(error)) throw new Error(`It did not fail as it should: ${String(error)}`)
  return error
}

const text = (result: ToolResult): string => JSON.stringify(result.content)
/** The methods of what was sent, about one task if its id is given. */
const methods = ({ recording }: Bench, taskId = ''): string[] =>
  recording.frames.flatMap((frame) => {
    const isAbout = JSON.stringify(frame.message).includes(taskId)
    return frame.direction === 'out' && frame.kind === 'request' && isAbout
      ? [frame.method ?? '']
      : []
  })

describe.concurrent.each(variants)('tasks over $transport, $era', ({ transport, era }) => {
  let here: Bench
  beforeAll(async () => {
    here = await open(transport, era)
  })
  afterAll(() => shut(here))

  it('gives the result of a tool that only runs as a task, and reports its status', async ({
    task,
  }) => {
    const { result, states, progress } = run(here, 'research')
    expect(text(await result)).toContain('The task of research is done.')
    proves('protocol.tasks.result', `${transport} ${era}`, task)
    expect(states[0]).toMatchObject({ status: 'working', pollIntervalMs: 250 })
    expect(states.at(-1)).toMatchObject({ status: 'completed', taskId: states[0]?.taskId })
    // Progress continues after the call became a task. The extension of the modern era has no such
    // promise: what arrives before the task is known may be shown, what comes later belongs to nothing.
    expect(era === 'modern' || progress.includes('Stage 3')).toBe(true)
    proves('protocol.tasks.states', `${transport} ${era}`, task)
  })

  it('runs a tool as a task only when its definition and the server declare it', async () => {
    const optional = run(here, 'maybe')
    expect(text(await optional.result)).toContain('The task of maybe is done.')
    expect(optional.states.length).toBeGreaterThan(0)
    const plain = run(here, 'never')
    expect(text(await plain.result)).toContain('never ran at once')
    expect(plain.states).toEqual([])
    expect(here.tools.get('maybe')?.taskSupport).toBe('optional')
  })

  it('takes a tool’s own error for a result, and a failed task for a failure with its words', async () => {
    expect(await run(here, 'tool-error').result).toMatchObject({ isError: true })
    const broken = await failure(run(here, 'rpc-error').result)
    expect(broken).toMatchObject({ code: 'call/protocol' })
    expect(broken.message).toContain('It broke.')
  })

  it('distinguishes a task that was cancelled there from one that the person cancelled', async () => {
    expect(await failure(run(here, 'cancelled-there').result)).toMatchObject({
      code: 'call/task-cancelled',
    })
  })

  it('cancels on the server when the person stops, and says what came of it', async ({ task }) => {
    const stop = new AbortController()
    const { result, states } = run(here, 'forever', { signal: stop.signal })
    await eventually(() => states.length > 0)
    stop.abort('stop')
    const ended = await failure(result)
    expect(ended.code).toBe('call/cancelled')
    expect(ended.message).toMatch(era === 'legacy' ? /confirmed it/ : /was notified/)
    expect(methods(here, states[0]?.taskId)).toContain('tasks/cancel')
    proves('protocol.task-cancel.notified', `${transport} ${era}`, task)
  })

  it('leaves a task alone when the app quits, and finds it again by its id', async () => {
    const quit = new AbortController()
    const { result, states } = run(here, 'slow', { signal: quit.signal, ms: 900 })
    const state = await eventually(() => states[0])
    abortWith(quit, 'app-quit')
    await failure(result)
    expect(methods(here, state.taskId)).not.toContain('tasks/cancel')
    const tool = here.tools.get('slow')
    if (!tool) throw new Error('slow is not listed.')
    const again = here.connection.pollTask(
      {
        taskId: state.taskId,
        tool,
        createdAt: Date.now(),
        onProgress: () => undefined,
        onTask: () => undefined,
      },
      NEVER_ABORTED,
    )
    expect(text(await again)).toContain('The task of slow is done.')
  })

  it('says in words that a task is unknown, expired or unreadable, instead of asking for ever', async () => {
    expect(await failure(run(here, 'forgetful').result)).toMatchObject({
      code: 'call/task-unknown',
    })
    const expired = await failure(run(here, 'expiring').result)
    expect(expired).toMatchObject({ code: 'call/task-unknown' })
    expect(expired.message).toContain('for 0.2 s only')
    const unreadable = await failure(run(here, 'unreadable').result)
    expect(unreadable.message).toContain('a task that cannot be read')
  })

  it('learns by a notification that a task is over, long before it would ask again', async () => {
    const startedAt = performance.now()
    expect(text(await run(here, 'notifying').result)).toContain('is done')
    expect(performance.now() - startedAt).toBeLessThan(5000)
  })

  it('is not driven to ask without end by a flood of notifications', async () => {
    const { result, states } = run(here, 'flooded')
    expect(text(await result)).toContain('is done')
    const asked = methods(here, states[0]?.taskId).filter((method) => method === 'tasks/get')
    expect(asked.length).toBeGreaterThan(1)
    expect(asked.length).toBeLessThan(8)
  })

  it('keeps the frame of a task handle as it came', async () => {
    await run(here, 'maybe').result
    const handle = here.recording.frames.find(
      (frame) => frame.direction === 'in' && JSON.stringify(frame.message).includes('"taskId"'),
    )
    const shown = JSON.stringify(handle?.message)
    expect(shown).not.toContain('gatehouse/')
    expect(shown).toContain(era === 'modern' ? '"resultType":"task"' : '"task":{')
  })

  it('lists what the server keeps over all pages, where the era has a list', async () => {
    await Promise.all([1, 2, 3].map(() => run(here, 'maybe').result))
    const tasks = await here.connection.listTasks(NEVER_ABORTED)
    // Two fit on a page; the modern era has no list.
    expect(tasks !== null && tasks.length > 2).toBe(era === 'legacy')
  })

  it('ends as lost, not as failed, when the connection goes: the task may still run', async () => {
    const own = await open(transport, era)
    const { result, states } = run(own, 'forever')
    await eventually(() => states.length > 0)
    await own.connection.close()
    expect(await failure(result)).toMatchObject({ code: 'call/connection-lost' })
    await shut(own)
  })
})

describe.each(variants)('the requests of tasks over $transport, $era', ({ transport, era }) => {
  let here: Bench
  beforeAll(async () => {
    here = await open(transport, era)
  })
  afterAll(() => shut(here))

  it('answers what a task wants to know once, for the call that it belongs to', async () => {
    here.asked.splice(0)
    const { result, states } = run(here, 'ask-twice')
    const shown = text(await result)
    expect(shown).toContain('Bern')
    expect(shown).toContain('Switzerland')
    expect(here.asked.map(({ message }) => message).toSorted()).toEqual([
      'Which city?',
      'Which country?',
    ])
    for (const { context } of here.asked) expect(context.callIds).toEqual(['call-ask-twice'])
    expect(states.some(({ status }) => status === 'input_required')).toBe(true)
  })

  it('withdraws a request when the person stops the call that it belongs to', async () => {
    here.asked.splice(0)
    const stop = new AbortController()
    const { answer } = here
    here.answer = (_request, _context, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('withdrawn')), { once: true })
      })
    const { result } = run(here, 'ask', { signal: stop.signal })
    const question = await eventually(() => here.asked[0])
    stop.abort('stop')
    await failure(result)
    here.answer = answer
    // In the legacy era it is a request of the server's own, which the host ends with the call.
    expect(question.signal.aborted).toBe(era === 'modern')
  })
})

describe.concurrent('a refused request', () => {
  it('cancels a task of the modern era, which has no other way to refuse', async () => {
    const here = await open('stdio', 'modern')
    here.answer = () => Promise.reject(new GatehouseError('request/refused', 'No.'))
    const refused = await failure(run(here, 'ask-twice').result)
    expect(refused).toMatchObject({ code: 'call/task-cancelled' })
    expect(methods(here).filter((method) => method === 'tasks/cancel')).toHaveLength(1)
    await shut(here)
  })
})

describe.concurrent('a server that does not confirm', () => {
  it('is reported as perhaps continuing, after a short wait', async () => {
    const here = await open('stdio', 'legacy')
    const stop = new AbortController()
    const { result, states } = run(here, 'unresponsive', { signal: stop.signal })
    await eventually(() => states.length > 0)
    stop.abort('stop')
    expect((await failure(result)).message).toContain('did not confirm')
    await shut(here)
  })

  it('is not even asked when it declares that it cannot cancel', async () => {
    const here = await open('stdio', 'legacy', { noCancel: true })
    const stop = new AbortController()
    const { result, states } = run(here, 'forever', { signal: stop.signal })
    await eventually(() => states.length > 0)
    stop.abort('stop')
    expect((await failure(result)).message).toContain('cannot cancel tasks')
    expect(methods(here)).not.toContain('tasks/cancel')
    await shut(here)
  })
})

describe.concurrent('the headers of a task over HTTP, modern', () => {
  it('name the task, so that whoever stands between can find the server that has it', async () => {
    const here = await open('http', 'modern')
    const { result, states } = run(here, 'maybe')
    await result
    const got = here.http?.requests.find(({ method }) => method === 'tasks/get')
    expect(got?.mcpName).toBe(states[0]?.taskId)
    expect(here.http?.requests.some(({ method }) => method === 'subscriptions/listen')).toBe(true)
    await shut(here)
  })
})

describe.concurrent.each(['legacy', 'modern'] as const)(
  'a %s server that is started again',
  (era) => {
    it('goes on with a task when it keeps its tasks, and is believed when it does not', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'gatehouse-tasks-'))
      const stateFile = join(folder, 'tasks.json')
      const first = await open('stdio', era, { stateFile })
      const { result, states } = run(first, 'slow', { ms: 600 })
      const { taskId } = await eventually(() => states[0])
      await first.connection.close()
      await failure(result)
      const tool = first.tools.get('slow')
      if (!tool) throw new Error('slow is not listed.')
      const again = (from: Bench): Promise<ToolResult> =>
        from.connection.pollTask(
          { taskId, tool, createdAt: Date.now(), onProgress: () => {}, onTask: () => {} },
          NEVER_ABORTED,
        )
      const keeping = await open('stdio', era, { stateFile })
      expect(text(await again(keeping))).toContain('The task of slow is done.')
      const forgetting = await open('stdio', era)
      expect(await failure(again(forgetting))).toMatchObject({ code: 'call/task-unknown' })
      for (const one of [first, keeping, forgetting]) await shut(one)
      await rm(folder, { recursive: true })
    })
  },
)
