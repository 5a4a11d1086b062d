import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createRecording,
  createTestBench,
  eventually,
  type TestBench,
} from '../testing/recorded-connection.ts'
import { everyWay, openWay, textOf, type OpenedWay } from './protocol-variants.ts'

const signal = new AbortController().signal

describe.each(everyWay)('%s', (way) => {
  const closers: (() => Promise<void>)[] = []
  let bench: TestBench
  let opened: OpenedWay
  const [transport, era] = way.split(' ')

  beforeAll(async () => {
    bench = await createTestBench({ headStartMs: 9000 })
    opened = await openWay({ bench, closers }, way)
  })
  afterAll(async () => {
    await bench.close()
    for (const close of closers.splice(0)) await close()
  })

  test(`[protocol.negotiation ${way}] the agreed era or revision is told wrongly`, async () => {
    const { connection } = opened
    const oldest = transport === 'sse' ? '2024-11-05' : '2025-11-25'
    expect(connection.info).toMatchObject({
      era,
      protocolVersion: era === 'modern' ? '2026-07-28' : oldest,
      serverName: 'protocol-server',
      serverTitle: 'Protocol server',
      serverVersion: '3.2.1',
      instructions: 'Be brief.',
    })
    expect(Object.keys(connection.info.capabilities)).toEqual(
      expect.arrayContaining(['tools', 'prompts', 'resources', 'completions', 'logging']),
    )
  })

  test(`[protocol.tools ${way}] a tool loses a part of its definition, or its arguments`, async () => {
    const { connection, call } = opened
    const tools = await connection.listTools(signal)
    expect(tools.find(({ name }) => name === 'echo')).toMatchObject({
      title: 'Echo',
      description: 'Says it again.',
      inputSchema: { required: ['text'] },
      annotations: { readOnlyHint: true, openWorldHint: false },
      _meta: { 'example.com/kept': true },
    })
    expect(textOf(await call('echo', { text: 'héllo 漢字 \u0000' }))).toBe('héllo 漢字 \u0000')
  })

  test(`[protocol.icons ${way}] a picture with a scheme that runs gets through, or a good one is lost`, async () => {
    const tools = await opened.connection.listTools(signal)
    const icons = tools.find(({ name }) => name === 'echo')?.icons
    expect(icons?.map(({ src }) => src.slice(0, 15))).toEqual(['data:image/png;'])
  })

  test(`[protocol.tool-errors ${way}] an error of the tool and one of the protocol are mixed up`, async () => {
    const { connection, call } = opened
    const failed = await call('fail')
    expect(failed).toMatchObject({ isError: true, content: [{ text: 'The disk is full.' }] })
    const gone = { name: 'gone', inputSchema: { type: 'object' } }
    await expect(
      connection.callTool({ tool: gone, arguments: {}, onProgress: () => undefined }, signal),
    ).rejects.toMatchObject({
      code: 'call/protocol',
      message: expect.stringContaining('Unknown tool: gone'),
    })
  })

  test(`[protocol.content ${way}] a kind of content or its metadata is lost`, async () => {
    const { call } = opened
    const result = await call('content')
    expect(result.content.map((block) => block.type)).toEqual([
      'text',
      'image',
      'audio',
      'resource_link',
      'resource',
    ])
    expect(result.content[0]).toMatchObject({ annotations: { audience: ['user'], priority: 1 } })
    expect(result._meta).toMatchObject({ 'example.com/kept': 'yes' })
  })

  test(`[protocol.structured-content ${way}] content that breaks the schema reaches the model`, async () => {
    const { call } = opened
    expect(await call('measure')).toMatchObject({ structuredContent: { celsius: 21.5 } })
    await expect(call('measure', { broken: true })).rejects.toMatchObject({ code: 'call/protocol' })
  })

  test(`[protocol.list-changed ${way}] a new tool is not seen until the next start`, async () => {
    const { call, recording } = opened
    await call('grow')
    const lists = await eventually(() => recording.toolLists.length > 0 && recording.toolLists)
    expect(lists.at(-1)?.map(({ name }) => name)).toContain('grown')
  })

  test(`[protocol.pagination ${way}] pages are left out, or come twice`, async () => {
    const { connection } = opened
    const resources = await connection.listResources(signal)
    expect(resources.map(({ name }) => name)).toEqual(
      Array.from({ length: 30 }, (_, index) => `note-${index}`),
    )
  })

  test(`[protocol.prompts ${way}] a prompt or one of its arguments is lost`, async () => {
    const { connection } = opened
    expect(await connection.listPrompts(signal)).toMatchObject([
      { name: 'greet', title: 'Greet', arguments: [{ name: 'country', required: true }, {}] },
    ])
    const given = { country: 'Schweiz', city: 'Zürich' }
    const filled = await connection.getPrompt({ name: 'greet', arguments: given }, signal)
    expect(JSON.stringify(filled.messages)).toContain('Greet Zürich in Schweiz.')
  })

  test(`[protocol.resources ${way}] a resource, its bytes or a template is lost`, async () => {
    const { connection } = opened
    const templates = await connection.listResourceTemplates(signal)
    expect(templates).toMatchObject([{ uriTemplate: 'protocol://city{/name}{?lang}' }])
    const page = await connection.readResource('protocol://city/Z%C3%BCrich?lang=de', signal)
    expect(page.contents).toMatchObject([{ text: '# protocol://city/Z%C3%BCrich?lang=de' }])
    const picture = await connection.readResource('protocol://picture', signal)
    expect(picture.contents).toMatchObject([{ mimeType: 'image/png', blob: /^iVBOR/ }])
    await expect(connection.readResource('nowhere://', signal)).rejects.toMatchObject({
      code: 'request/refused',
      message: expect.stringContaining('Resource not found'),
    })
  })

  test(`[protocol.resource-updates ${way}] an update is missed, or told after the watch ended`, async () => {
    const { connection, call, recording } = opened
    const uri = 'protocol://note/3'
    const watch = new AbortController()
    await connection.watchResource(uri, watch.signal)
    const touched = eventually(() => recording.updatedResources.includes(uri))
    while (!recording.updatedResources.includes(uri)) await call('touch', { uri })
    await touched
    watch.abort()
    await eventually(async () => {
      const before = recording.updatedResources.length
      await call('touch', { uri })
      await call('echo', { text: 'what came before this has arrived' })
      return recording.updatedResources.length === before
    })
  })

  test(`[protocol.completion ${way}] values ignore what was typed, or what else is filled in`, async () => {
    const { connection } = opened
    const ref = { type: 'ref/prompt' as const, name: 'greet' }
    const argument = { name: 'city', value: 'B' }
    const plain = await connection.complete({ ref, argument, context: {} }, signal)
    expect(plain.values).toEqual(['Basel', 'Bern', 'Biel'])
    const context = { country: 'Liechtenstein' }
    const there = await connection.complete({ ref, argument, context }, signal)
    expect(there.values).toEqual(['Vaduz'])
    const template = { type: 'ref/resource' as const, uri: 'protocol://city{/name}{?lang}' }
    const name = { name: 'name', value: 'Zü' }
    const variable = await connection.complete(
      { ref: template, argument: name, context: {} },
      signal,
    )
    expect(variable.values).toEqual(['Zürich'])
  })
})

describe.each(['stdio modern', 'http modern'] as const)('%s', (way) => {
  test(`[protocol.caching ${way}] how long a list stays fresh is not told`, async () => {
    const bench = await createTestBench({ headStartMs: 9000 })
    const closers: (() => Promise<void>)[] = []
    const fresh: [string, number][] = []
    const { listener } = createRecording()
    const onListFresh = (list: string, ttlMs: number): void => void fresh.push([list, ttlMs])
    const connection = { listener: { ...listener, onListFresh } }
    const opened = await openWay({ bench, closers }, way, { connection })
    await opened.connection.listPrompts(signal)
    expect(fresh).toEqual([['prompts', 60_000]])
    await bench.close()
    for (const close of closers) await close()
  })
})
