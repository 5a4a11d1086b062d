import { NEVER_ABORTED } from '@gatehouse/base'
import { serverEverythingPath } from '@gatehouse/testkit'
import { abortCodeOf, GatehouseError, type Tool } from '@gatehouse/domain'
import type { Connection, ConnectionOptions } from '@gatehouse/host/ports'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  createTestBench,
  nobody,
  type Recording,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'
import { createRequestTasks, expiryOfTask } from './requests-as-tasks.ts'

let bench: TestBench
let connection: Connection
let recording: Recording
let tools: Map<string, Tool>
let elicit: ConnectionOptions['onRequest']['elicit']

// The reference server asks in this way only clients that declare it, and polls once a second.
beforeAll(async () => {
  bench = await createTestBench()
  const opened = await bench.open(
    {
      kind: 'stdio',
      command: process.execPath,
      args: [serverEverythingPath(), 'stdio'],
      env: {},
      cwd: undefined,
    },
    {
      clientFeatures: {
        elicitation: { form: true, url: false },
        sampling: { tools: false, context: false },
        roots: false,
        apps: false,
      },
      onRequest: {
        ...nobody.onRequest,
        elicit: (...given) => elicit(...given),
        sample: () => Promise.resolve({ model: 'm', content: [{ type: 'text', text: 'sampled' }] }),
      },
    },
  )
  ;({ connection, recording } = opened)
  tools = new Map((await connection.listTools(NEVER_ABORTED)).map((tool) => [tool.name, tool]))
})
afterAll(() => bench.close())

async function call(name: string): Promise<string> {
  const tool = tools.get(name)
  if (!tool) throw new Error(`${name} is not offered to this client.`)
  const args = name.includes('sampling') ? { prompt: 'Hello', maxTokens: 10 } : {}
  const request = { tool, arguments: args, onProgress: () => undefined }
  return JSON.stringify((await connection.callTool(request, NEVER_ABORTED)).content)
}

/** The responses to the server's requests of this method. */
const responsesTo = (method: string): string[] =>
  recording.frames.flatMap((frame) =>
    frame.direction === 'out' && frame.kind === 'response' && frame.method === method
      ? [JSON.stringify(frame.message)]
      : [],
  )

describe('a legacy server that wants an answer as a task', () => {
  it('gets a handle at once, then the person’s answer when it comes back for it', async () => {
    elicit = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return { action: 'accept', content: { name: 'Ada' } }
    }
    expect(await call('trigger-elicitation-request-async')).toContain('Ada')
    expect(responsesTo('elicitation/create')[0]).toContain('"task":{"taskId"')
    expect(responsesTo('tasks/result')[0]).toContain('io.modelcontextprotocol/related-task')
  })

  it('gets a model’s answer in the same way', async () => {
    expect(await call('trigger-sampling-request-async')).toContain('sampled')
  })

  it('learns that the person refused, instead of polling for ever', async () => {
    elicit = () => Promise.reject(new GatehouseError('request/refused', 'No.'))
    expect(await call('trigger-elicitation-request-async')).toMatch(/failed/i)
  })

  it('gets no handle when it wants an answer at once', async () => {
    elicit = () => Promise.resolve({ action: 'decline' })
    const before = responsesTo('elicitation/create').length
    await call('trigger-elicitation-request')
    expect(responsesTo('elicitation/create')[before]).toContain('"action":"decline"')
  })
})

describe('a task that the server comes back for too late', () => {
  it.each([
    { wanted: 90_000, kept: 90_000, setBy: 'server' },
    { wanted: 60_000.5, kept: 60_001, setBy: 'server' },
    { wanted: 1, kept: 60_000, setBy: 'host' },
    { wanted: undefined, kept: 3_600_000, setBy: 'host' },
  ])('expires after $kept ms where $wanted are requested', async ({ wanted, kept, setBy }) => {
    vi.useFakeTimers()
    try {
      const tasks = createRequestTasks(NEVER_ABORTED)
      const asked: AbortSignal[] = []
      await tasks.run({ task: { ttl: wanted } }, (signal) => {
        if (signal) asked.push(signal)
        return new Promise(() => undefined)
      })
      const [signal] = asked
      if (!signal) throw new Error('Nobody is asked.')
      expect(expiryOfTask(signal)).toEqual({ at: Date.now() + kept, setBy })
      vi.advanceTimersByTime(kept - 1)
      expect(signal.aborted).toBe(false)
      vi.advanceTimersByTime(1)
      expect(abortCodeOf(signal)).toBe('expired')
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a server that wants very many answers as tasks', () => {
  it('does not fill the memory with those that made room', async () => {
    vi.useFakeTimers()
    try {
      const ended = new AbortController()
      const tasks = createRequestTasks(ended.signal)
      const params = { task: { ttl: 86_400_000 } }
      for (let count = 0; count < 300; count += 1) {
        await tasks.run(params, () => Promise.resolve({ action: 'decline' }))
        await Promise.resolve()
      }
      expect(vi.getTimerCount()).toBe(100)
      ended.abort()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})
