import { GatehouseError, serverDraftSchema, type Tool } from '@gatehouse/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '../ports/index.ts'
import {
  createEventRecorder,
  createInMemoryStores,
  toolNamed,
  type ScriptedServer,
} from '../testing/index.ts'
import { createTestRegistry } from '../testing/registry-harness.ts'
import { maskConnection, maskListener, maskRequests } from './masked-connection.ts'
import { createSecretMask } from './secret-mask.ts'

const SECRET = 'hunter22-is-the-secret'
const NEVER = new AbortController().signal
const mask = createSecretMask([SECRET])
const echo = `got ${SECRET}`
const failure = new GatehouseError('call/protocol', `no: ${SECRET}`, {
  data: { detail: SECRET, [SECRET]: 1 },
  cause: new Error(SECRET),
})

/** A server that puts the secret into whatever it gives, and notes what it is asked. */
function echoing(asked: unknown[]): Connection {
  const gives = (value: unknown) => (what: unknown) => {
    asked.push(what)
    return Promise.resolve(value)
  }
  const block = { type: 'text', text: echo }
  const result = { content: [block], structuredContent: { [SECRET]: echo }, isError: false }
  const notifies = (call: { onProgress(progress: object): void; onTask?(task: object): void }) => {
    asked.push(call)
    call.onProgress({ progress: 1, message: echo })
    call.onTask?.({ taskId: `task ${SECRET}`, status: 'working', statusMessage: echo })
    return Promise.resolve(result)
  }
  const item = { name: `n ${SECRET}`, uri: `x:///${SECRET}`, description: echo }
  return {
    info: { era: 'legacy', serverName: echo, instructions: echo, capabilities: { x: echo } },
    listTools: gives([{ ...toolNamed(`t ${SECRET}`), description: echo }]),
    callTool: notifies,
    pollTask: notifies,
    listTasks: gives([{ taskId: `task ${SECRET}`, status: 'working' }]),
    listPrompts: gives([item]),
    getPrompt: gives({ description: echo, messages: [{ role: 'user', content: block }] }),
    listResources: gives([item]),
    listResourceTemplates: gives([{ ...item, uriTemplate: `x:///${SECRET}/{a}` }]),
    readResource: gives({ contents: [{ uri: item.uri, text: echo }] }),
    listSkills: gives([item]),
    readSkill: gives({ uri: item.uri, text: echo, verified: true, files: [] }),
    complete: gives({ values: [echo] }),
    watchResource: gives(undefined),
    ping: () => Promise.reject(failure),
    rootsChanged: () => Promise.resolve(),
    sendLogLevel: () => Promise.resolve(),
    close: () => Promise.resolve(),
  } as unknown as Connection
}

describe('secrets that a server echoes', () => {
  /**
   * @threat inbound.echoed-secrets
   * @attacker server
   * @tries To bring a secret that it was given into the window, the model or the database by echoing it.
   * @stoppedBy Secrets are hidden in everything that comes in through a connection, in keys and values, as they are or
   * encoded.
   * @remains A server can always spell what it knows in another way: backwards, in parts, in hexadecimal, compressed.
   * What it was given, it has.
   */
  it('are hidden in everything that a connection gives', async () => {
    const connection = maskConnection(echoing([]), mask)
    const reported: unknown[] = []
    const [tool] = await connection.listTools(NEVER)
    const call = {
      tool: tool as Tool,
      arguments: {},
      taskId: 'one',
      createdAt: 1,
      onProgress: (progress: unknown) => reported.push(progress),
      onTask: (task: unknown) => reported.push(task),
    }
    const given = await Promise.all([
      connection.callTool(call, NEVER),
      connection.pollTask(call, NEVER),
      connection.listTasks(NEVER),
      connection.listPrompts(NEVER),
      connection.getPrompt({ name: 'p', arguments: {} }, NEVER),
      connection.listResources(NEVER),
      connection.listResourceTemplates(NEVER),
      connection.readResource('x:///a', NEVER),
      connection.listSkills(NEVER),
      connection.readSkill({ uri: 'x:///a' }, NEVER),
      connection.complete(
        { ref: { type: 'prompt', name: 'p' }, argument: { name: 'a', value: '' } } as never,
        NEVER,
      ),
    ])
    const seen = JSON.stringify([connection.info, tool, reported, given])
    expect(reported).toHaveLength(4)
    expect(seen).not.toContain('hunter22')
    expect(seen.split('••••••').length).toBeGreaterThan(25)
  })

  /** @threat inbound.echoed-secrets */
  it('are hidden in the words and the data of an error, and its cause is left out', async () => {
    const error = await maskConnection(echoing([]), mask)
      .ping(NEVER)
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      code: 'call/protocol',
      message: 'no: ••••••',
      data: { detail: '••••••', '••••••': 1 },
    })
    expect(error).not.toHaveProperty('cause')
  })

  it('do not keep a thing from being used whose name holds one: the server gets its own name', async () => {
    const asked: unknown[] = []
    const connection = maskConnection(echoing(asked), mask)
    const [tool] = await connection.listTools(NEVER)
    const [resource] = await connection.listResources(NEVER)
    const [prompt] = await connection.listPrompts(NEVER)
    expect([tool?.name, resource?.uri, prompt?.name]).toEqual([
      't ••••••',
      'x:///••••••',
      'n ••••••',
    ])
    asked.length = 0
    const call = { tool: tool as Tool, arguments: {}, onProgress: () => undefined }
    await connection.callTool(call, NEVER)
    await connection.readResource(resource?.uri ?? '', NEVER)
    await connection.getPrompt({ name: prompt?.name ?? '', arguments: {} }, NEVER)
    expect(asked).toMatchObject([
      { tool: { name: `t ${SECRET}` } },
      { uri: `x:///${SECRET}` },
      { name: `n ${SECRET}` },
    ])
  })

  /** @threat inbound.echoed-secrets */
  it('are hidden in what a server asks and sends by itself', async () => {
    const seen: unknown[] = []
    const note = (value: unknown) => void seen.push(value)
    const listener = maskListener(
      {
        onToolsChanged: note,
        onResourceUpdated: note,
        onElicitationComplete: note,
        onDown: note,
      } as unknown as Parameters<typeof maskListener>[0],
      mask,
    )
    listener.onToolsChanged([toolNamed(SECRET)])
    listener.onResourceUpdated(`x:///${SECRET}`)
    listener.onElicitationComplete(SECRET)
    listener.onDown({ code: 'exited', message: echo, lastLines: [echo] })
    const requests = maskRequests(
      {
        elicit: (request) => (note(request), Promise.resolve({ action: 'cancel' })),
        sample: (request) => (note(request), Promise.reject(new Error('no'))),
        listRoots: () => Promise.resolve([]),
      },
      mask,
    )
    await requests.elicit(
      { mode: 'form', message: echo, requestedSchema: { [SECRET]: echo } },
      { callIds: [] },
      NEVER,
    )
    await requests
      .sample({ systemPrompt: echo, messages: [], maxTokens: 1 }, { callIds: [] }, NEVER)
      .catch(() => undefined)
    expect(seen).toHaveLength(6)
    expect(JSON.stringify(seen)).not.toContain('hunter22')
  })
})

describe('a server that was given a secret', () => {
  let server: ScriptedServer

  beforeEach(() => {
    server = {
      tools: [{ ...toolNamed('read'), description: echo }],
      info: {
        era: 'legacy',
        protocolVersion: '2025-11-25',
        serverName: echo,
        instructions: echo,
        capabilities: { tools: { [SECRET]: {} } },
        connectMs: 1,
      },
      call: () => Promise.resolve({ content: [{ type: 'text', text: echo }], isError: false }),
      opened: [],
      closed: 0,
    }
  })

  /** @threat inbound.echoed-secrets */
  it('leaves it neither in events nor in views nor on disk', async () => {
    const stores = createInMemoryStores()
    const events = createEventRecorder()
    const registry = createTestRegistry(server, { stores, events })
    const draft = serverDraftSchema.parse({
      name: 'files',
      transport: {
        kind: 'stdio',
        command: 'node',
        args: [],
        env: [{ name: 'TOKEN', value: SECRET, secret: true }],
      },
    })
    const view = await registry.save((await registry.review(draft)).id, true)
    for (let round = 0; round < 80; round += 1) await Promise.resolve()
    const { id } = view.config
    expect(server.opened[0]?.transport).toMatchObject({ env: { TOKEN: SECRET } })
    expect(registry.list()[0]?.connection.status).toBe('ready')
    server.listener?.onToolsChanged([{ ...toolNamed('late'), title: echo }])
    const seen = JSON.stringify([
      events.recorded,
      registry.list(),
      registry.all()[0]?.tools(),
      stores.servers.cachedTools(id),
      stores.servers.list(),
    ])
    expect(seen).toContain('••••••')
    expect(seen).not.toContain('hunter22')
  })
})
