import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectedClient } from './connected-client.ts'
import { connectHttp, connectStdio, modeOf } from './connected-client.ts'
import type { FixtureEvent } from './fixture-options.ts'
import { createFixtureServer } from './fixture-server.ts'
import { startFixtureHttpServer } from './http-server.ts'
import { fixtureServerCommand } from './stdio-command.ts'

type Served = ConnectedClient & { events(): Promise<FixtureEvent[]>; end(): Promise<void> }

async function serveStdio(era: 'legacy' | 'modern'): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), 'testkit-'))
  const eventsFile = join(folder, 'events.jsonl')
  const connected = await connectStdio(fixtureServerCommand({ era, eventsFile }), modeOf(era))
  return {
    ...connected,
    events: async () => {
      const lines = (await readFile(eventsFile, 'utf8')).trim().split('\n')
      return lines.map((line) => JSON.parse(line) as FixtureEvent)
    },
    end: async () => {
      await connected.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function serveHttp(era: 'legacy' | 'modern'): Promise<Served> {
  const server = await startFixtureHttpServer({ era })
  const connected = await connectHttp(server.url, modeOf(era))
  return {
    ...connected,
    events: async () => [...server.events],
    end: async () => {
      await connected.close()
      await server.close()
    },
  }
}

const cases = [
  { era: 'legacy', transport: 'stdio', version: '2025-11-25', serve: () => serveStdio('legacy') },
  { era: 'modern', transport: 'stdio', version: '2026-07-28', serve: () => serveStdio('modern') },
  { era: 'legacy', transport: 'http', version: '2025-11-25', serve: () => serveHttp('legacy') },
  { era: 'modern', transport: 'http', version: '2026-07-28', serve: () => serveHttp('modern') },
] as const

describe.each(cases)('fixture server, $era over $transport', ({ era, version, serve }) => {
  let served: Served

  beforeAll(async () => {
    served = await serve()
  })

  afterAll(() => served.end())

  it('speaks the era it was asked for and lists every feature', async () => {
    expect(served.client.getProtocolEra()).toBe(era)
    expect(served.client.getNegotiatedProtocolVersion()).toBe(version)
    const { tools } = await served.client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual([
      'echo',
      'add',
      'slow',
      'fail',
      'image',
      'audio',
      'resource-link',
      'embedded-resource',
      'big-result',
      'every-schema',
      'hostile-text',
      'write-note',
      'append-note',
      'env-dump',
      'crash',
    ])
    const { prompts } = await served.client.listPrompts()
    expect(prompts.map((prompt) => prompt.name)).toEqual(['greet', 'daily'])
    const { resources } = await served.client.listResources()
    expect(resources.map((resource) => resource.uri)).toContain('fixture://notes/10')
    const { resourceTemplates } = await served.client.listResourceTemplates()
    expect(resourceTemplates.map((each) => each.uriTemplate)).toEqual(['fixture://notes/{id}'])
  })

  it('keeps text and structured content apart', async () => {
    const echoed = await served.client.callTool({ name: 'echo', arguments: { text: 'æ\u2028' } })
    expect(echoed.content).toEqual([{ type: 'text', text: 'æ\u2028' }])
    const added = await served.client.callTool({ name: 'add', arguments: { a: 2, b: 40 } })
    expect(added.structuredContent).toEqual({ sum: 42 })
  })

  it('reports each step of a slow call', async () => {
    const steps: string[] = []
    const result = await served.client.callTool(
      { name: 'slow', arguments: { steps: 3, stepMs: 20 } },
      { onprogress: (progress) => steps.push(`${progress.progress}/${progress.total}`) },
    )
    expect(result.content).toEqual([{ type: 'text', text: 'Finished 3 steps.' }])
    // The last notification may lose the race against the response inside the client.
    expect(steps.slice(0, 2)).toEqual(['1/3', '2/3'])
  })

  it('sees the cancel of a slow call', async () => {
    const abort = new AbortController()
    const call = served.client.callTool(
      { name: 'slow', arguments: { steps: 1000, stepMs: 20 } },
      {
        signal: abort.signal,
        onprogress: ({ progress }) => {
          if (progress === 2) {
            abort.abort('enough')
          }
        },
      },
    )
    await expect(call).rejects.toThrow('enough')
    await expect
      .poll(async () => (await served.events()).map(({ type }) => type), { timeout: 3000 })
      .toContain('cancel-seen')
  })

  it('distinguishes a tool error from a protocol error', async () => {
    const failed = await served.client.callTool({ name: 'fail', arguments: {} })
    expect(failed).toMatchObject({ isError: true, content: [{ text: 'The disk is full.' }] })
    await expect(served.client.callTool({ name: 'nonsense', arguments: {} })).rejects.toThrow(
      /nonsense/,
    )
  })

  it('returns every kind of content', async () => {
    const kinds: string[] = []
    const signatures: string[] = []
    for (const name of ['image', 'audio', 'resource-link', 'embedded-resource']) {
      const { content } = await served.client.callTool({ name, arguments: {} })
      kinds.push(...content.map((block) => block.type))
      const media = content.filter((block) => block.type === 'image' || block.type === 'audio')
      signatures.push(
        ...media.map(({ data }) => Buffer.from(data, 'base64').toString('latin1', 0, 4)),
      )
    }
    expect(signatures).toEqual(['\u0089PNG', 'RIFF'])
    expect(kinds).toEqual(['text', 'image', 'audio', 'resource_link', 'resource', 'resource'])
  })

  it('returns exactly the bytes asked for, past the size of one read', async () => {
    const call = { name: 'big-result', arguments: { bytes: 3_000_001 } }
    const { content } = await served.client.callTool(call)
    const [block] = content
    expect(block?.type === 'text' ? block.text.length : 0).toBe(3_000_001)
  })

  it('offers and enforces a schema with everything in it', async () => {
    const { tools } = await served.client.listTools()
    const schema = tools.find((tool) => tool.name === 'every-schema')?.inputSchema
    expect(schema).toMatchObject({
      required: ['name', 'count', 'address'],
      properties: {
        count: { type: 'integer', default: 3 },
        size: { oneOf: [{ const: 's', title: 'Small' }, { const: 'm' }, { const: 'l' }] },
        limit: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        address: { properties: { position: { required: ['lat', 'lon'] } } },
      },
    })
    const given = { name: 'Ada', count: 2, address: { city: 'Oslo' }, limit: null }
    const good = await served.client.callTool({ name: 'every-schema', arguments: given })
    expect(good.content).toEqual([{ type: 'text', text: JSON.stringify(given, undefined, 2) }])
    const bad = await served.client.callTool({
      name: 'every-schema',
      arguments: { ...given, count: 11 },
    })
    expect(bad.isError).toBe(true)
  })

  it('sends hostile text unharmed', async () => {
    const { tools } = await served.client.listTools()
    const description = tools.find((tool) => tool.name === 'hostile-text')?.description
    expect(description).toMatch(/\u200b.*\u2060/)
    expect(description).toContain('\u202egnp.exe')
    const { content } = await served.client.callTool({ name: 'hostile-text', arguments: {} })
    const [block] = content
    const text = block?.type === 'text' ? block.text : ''
    expect(text).toContain('<script>globalThis.__fixtureInjected = true</script>')
    expect(text).toContain('\u001b[31m')
  })

  it('marks the destructive tool and records what it was called with', async () => {
    const { tools } = await served.client.listTools()
    const tool = tools.find((each) => each.name === 'write-note')
    expect(tool?.annotations).toMatchObject({ destructiveHint: true, readOnlyHint: false })
    const note = { title: 'today', text: 'rain' }
    await served.client.callTool({ name: 'write-note', arguments: note })
    expect(await served.events()).toContainEqual({
      type: 'tool-called',
      tool: 'write-note',
      arguments: note,
    })
  })

  it('lists names but no values of its environment', async () => {
    const { structuredContent } = await served.client.callTool({ name: 'env-dump', arguments: {} })
    const names = JSON.stringify(structuredContent)
    expect(names).toContain('"PATH"')
    expect(names).not.toContain(String(process.env['PATH']))
  })

  it('fills prompts and completes an argument from the one before it', async () => {
    const filled = await served.client.getPrompt({
      name: 'greet',
      arguments: { team: 'music', person: 'Clara' },
    })
    expect(filled.messages[0]?.content).toEqual({
      type: 'text',
      text: 'Greet Clara of music in a warm tone.',
    })
    const { completion } = await served.client.complete({
      ref: { type: 'ref/prompt', name: 'greet' },
      argument: { name: 'person', value: 'a' },
      context: { arguments: { team: 'engineering' } },
    })
    expect(completion.values).toEqual(['Ada', 'Alan'])
  })

  it('reads resources, completes the template and names what is not there', async () => {
    const read = await served.client.readResource({ uri: 'fixture://notes/2' })
    expect(read.contents).toMatchObject([{ mimeType: 'text/markdown', text: '# Note 2' }])
    const { completion } = await served.client.complete({
      ref: { type: 'ref/resource', uri: 'fixture://notes/{id}' },
      argument: { name: 'id', value: '1' },
    })
    expect(completion.values).toEqual(['1', '10'])
    await expect(served.client.readResource({ uri: 'fixture://notes/99' })).rejects.toMatchObject({
      data: { uri: 'fixture://notes/99' },
    })
  })
})

it.each(cases)('dies in the middle of a crash call, $era over $transport', async ({ serve }) => {
  const served = await serve()
  const crashed = served.client.callTool({ name: 'crash', arguments: {} }, { timeout: 5000 })
  await expect(crashed).rejects.toThrow(/closed|fetch failed|terminated|socket|disconnect/i)
  const after = served.client.callTool({ name: 'echo', arguments: { text: 'x' } })
  await expect(after).rejects.toThrow(/closed|not connected|fetch failed/i)
  await served.end()
})

describe('fixture server', () => {
  it('serves only what was picked, under the name that was picked', async () => {
    const command = fixtureServerCommand({
      features: ['add', 'echo'],
      era: 'legacy',
      name: 'two-tools',
      instructions: '--be brief',
    })
    const connected = await connectStdio(command)
    const { tools } = await connected.client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual(['add', 'echo'])
    expect(connected.client.getServerVersion()?.name).toBe('two-tools')
    expect(connected.client.getInstructions()).toBe('--be brief')
    expect(connected.client.getServerCapabilities()?.prompts).toBeUndefined()
    await connected.close()
  })

  it('is legacy to a client that may choose, when it is a legacy server', async () => {
    const legacy = await connectStdio(fixtureServerCommand({ era: 'legacy' }), 'auto')
    expect(legacy.client.getProtocolEra()).toBe('legacy')
    await legacy.close()
    const dual = await connectStdio(fixtureServerCommand({ era: 'dual' }), 'auto')
    expect(dual.client.getProtocolEra()).toBe('modern')
    await dual.close()
  })

  it('refuses an old client when it is a modern server', async () => {
    const refused = connectStdio(fixtureServerCommand({ era: 'modern' }), 'legacy')
    await expect(refused).rejects.toThrow(/version/i)
  })

  it('takes a tool of the test beside its own', async () => {
    const server = await createFixtureServer({
      features: ['echo'],
      extend: (own) => {
        own.registerTool('mine', {}, async () => ({ content: [] }))
      },
    })
    expect(server.server.getCapabilities().tools).toBeDefined()
    await server.close()
  })
})
