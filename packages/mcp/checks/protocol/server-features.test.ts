import { NEVER_ABORTED } from '@gatehouse/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createRecording,
  createTestBench,
  eventually,
  type TestBench,
} from '../testing/recorded-connection.ts'
import { everyVariant, openVariant, textOf, type OpenedVariant } from './protocol-variants.ts'
import { proves } from '@gatehouse/testkit/proves'

const signal = NEVER_ABORTED

describe.each(everyVariant)('%s', (variant) => {
  const closers: (() => Promise<void>)[] = []
  let bench: TestBench
  let opened: OpenedVariant
  const [transport, era] = variant.split(' ')

  beforeAll(async () => {
    bench = await createTestBench({ headStartMs: 9000 })
    opened = await openVariant({ bench, closers }, variant)
  })
  afterAll(async () => {
    await bench.close()
    for (const close of closers.splice(0)) await close()
  })

  test('era, revision and identity of the server are reported as they were negotiated', async () => {
    const { connection } = opened
    const oldest = transport === 'sse' ? '2024-11-05' : '2025-11-25'
    expect(connection.info).toMatchObject({
      era,
      protocolVersion: era === 'modern' ? '2026-07-28' : oldest,
      serverName: 'handwritten-server',
      serverTitle: 'Handwritten server',
      serverVersion: '3.2.1',
      instructions: 'Be brief.',
    })
    proves('protocol.negotiation.agreed', variant)
    proves('protocol.negotiation.identity', variant)
    expect(Object.keys(connection.info.capabilities)).toEqual(
      expect.arrayContaining(['tools', 'prompts', 'resources', 'completions', 'logging']),
    )
    proves('protocol.negotiation.capabilities', variant)
  })

  test('a tool keeps its definition, and its call its arguments', async () => {
    const { connection, call } = opened
    const tools = await connection.listTools(signal)
    expect(tools.find(({ name }) => name === 'echo')).toMatchObject({
      title: 'Echo',
      description: 'Says it again.',
      inputSchema: { required: ['text'] },
      annotations: { readOnlyHint: true, openWorldHint: false },
      _meta: { 'example.com/kept': true },
    })
    proves('protocol.tools.definition', variant)
    expect(textOf(await call('echo', { text: 'héllo 漢字 \u0000' }))).toBe('héllo 漢字 \u0000')
    proves('protocol.tools.called', variant)
  })

  test('an icon of a scheme that runs is left out, and a good one kept', async () => {
    const tools = await opened.connection.listTools(signal)
    const icons = tools.find(({ name }) => name === 'echo')?.icons
    expect(icons?.map(({ src }) => src.slice(0, 15))).toEqual(['data:image/png;'])
    proves('protocol.icons.schemes', variant)
  })

  test('an error of the tool is a result, and one of the protocol an error', async () => {
    const { connection, call } = opened
    const failed = await call('fail')
    expect(failed).toMatchObject({ isError: true, content: [{ text: 'The disk is full.' }] })
    proves('protocol.tool-errors.own', variant)
    const gone = { name: 'gone', inputSchema: { type: 'object' } }
    await expect(
      connection.callTool({ tool: gone, arguments: {}, onProgress: () => undefined }, signal),
    ).rejects.toMatchObject({
      code: 'call/protocol',
      message: expect.stringContaining('Unknown tool: gone'),
    })
    proves('protocol.tool-errors.refused', variant)
  })

  test('every kind of content comes through whole, with its metadata', async () => {
    const { content, _meta } = await opened.call('content')
    expect(content).toHaveLength(6)
    const [text, image, audio, link, embedded, bytes] = content
    const annotations = { audience: ['user'], priority: 1 }
    expect(text).toEqual({ type: 'text', text: 'one', annotations })
    proves('protocol.content.text', variant)
    expect(image).toMatchObject({ type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' })
    proves('protocol.content.image', variant)
    expect(audio).toEqual({ type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' })
    proves('protocol.content.audio', variant)
    expect(link).toEqual({
      type: 'resource_link',
      uri: 'protocol://note/1',
      name: 'note-1',
      title: 'Note 1',
      description: 'The first note.',
      mimeType: 'text/markdown',
      size: 12,
    })
    proves('protocol.content.link', variant)
    expect(embedded).toEqual({
      type: 'resource',
      resource: { uri: 'protocol://note/2', mimeType: 'text/markdown', text: 'two' },
    })
    proves('protocol.content.embedded', variant)
    expect(bytes).toEqual({
      type: 'resource',
      resource: {
        uri: 'protocol://bytes',
        mimeType: 'application/octet-stream',
        blob: 'AAECAw==',
      },
    })
    proves('protocol.content.bytes', variant)
    expect(image?._meta).toEqual({ 'example.com/kept': 2 })
    expect(_meta).toMatchObject({ 'example.com/kept': 'yes' })
    proves('protocol.content.meta', variant)
  })

  test('structured content is given on when it fits the schema, and with a note when not', async () => {
    const { call } = opened
    expect(await call('measure')).toMatchObject({ structuredContent: { celsius: 21.5 } })
    proves('protocol.structured-content.fits', variant)
    expect(textOf(await call('measure', { broken: true }))).toContain('does not match')
    proves('protocol.structured-content.noted', variant)
  })

  test('a new tool is listed without being asked for', async () => {
    const { call, recording } = opened
    await call('grow')
    const lists = await eventually(() => recording.toolLists.length > 0 && recording.toolLists)
    expect(lists.at(-1)?.map(({ name }) => name)).toContain('grown')
    proves('protocol.list-changed.tools', variant)
  })

  test('all pages of a list are read, each by the cursor that came with the one before', async () => {
    const { connection } = opened
    const resources = await connection.listResources(signal)
    expect(resources.map(({ name }) => name)).toEqual(
      Array.from({ length: 30 }, (_, index) => `note-${index}`),
    )
    proves('protocol.pagination.whole', variant)
    const cursors = opened.recording.frames.flatMap(({ direction, method, message }) => {
      if (direction !== 'out' || method !== 'resources/list') return []
      const { cursor } = (message as { params?: { cursor?: string } }).params ?? {}
      return cursor === undefined ? [] : [cursor]
    })
    expect(cursors).toEqual(
      Array.from({ length: 9 }, (_, index) => `opaque~${index + 1}~resources`),
    )
    proves('protocol.pagination.opaque', variant)
  })

  test('prompts are listed with their arguments, and filled in', async () => {
    const { connection } = opened
    expect(await connection.listPrompts(signal)).toMatchObject([
      { name: 'greet', title: 'Greet', arguments: [{ name: 'country', required: true }, {}] },
    ])
    proves('protocol.prompts.listed', variant)
    const given = { country: 'Schweiz', city: 'Zürich' }
    const filled = await connection.getPrompt({ name: 'greet', arguments: given }, signal)
    expect(JSON.stringify(filled.messages)).toContain('Greet Zürich in Schweiz.')
    proves('protocol.prompts.filled', variant)
  })

  test('templates are listed; text and bytes are read', async () => {
    const { connection } = opened
    const templates = await connection.listResourceTemplates(signal)
    expect(templates).toMatchObject([{ uriTemplate: 'protocol://city{/name}{?lang}' }])
    proves('protocol.resources.templates', variant)
    const page = await connection.readResource('protocol://city/Z%C3%BCrich?lang=de', signal)
    expect(page.contents).toMatchObject([{ text: '# protocol://city/Z%C3%BCrich?lang=de' }])
    proves('protocol.resources.text', variant)
    const picture = await connection.readResource('protocol://picture', signal)
    expect(picture.contents).toMatchObject([{ mimeType: 'image/png', blob: /^iVBOR/ }])
    proves('protocol.resources.bytes', variant)
    await expect(connection.readResource('nowhere://', signal)).rejects.toMatchObject({
      code: 'request/refused',
      message: expect.stringContaining('Resource not found'),
    })
    proves('protocol.resources.refused', variant)
  })

  test('an update is delivered while the resource is watched, and not after it', async () => {
    const { connection, call, recording } = opened
    const uri = 'protocol://note/3'
    const watch = new AbortController()
    const states: boolean[] = []
    await connection.watchResource(uri, watch.signal, (isWatching) => states.push(isWatching))
    await eventually(() => states.length === 1 && states[0] === true)
    proves('protocol.resource-updates.acknowledged', variant)
    const touched = eventually(() => recording.updatedResources.includes(uri))
    while (!recording.updatedResources.includes(uri)) await call('touch', { uri })
    await touched
    proves('protocol.resource-updates.delivered', variant)
    watch.abort()
    await eventually(async () => {
      const before = recording.updatedResources.length
      await call('touch', { uri })
      await call('echo', { text: 'what came before this has arrived' })
      return recording.updatedResources.length === before
    })
    proves('protocol.resource-updates.ended', variant)
  })

  test('values depend on what was typed and on what else is filled in', async () => {
    const { connection } = opened
    const ref = { type: 'ref/prompt' as const, name: 'greet' }
    const argument = { name: 'city', value: 'B' }
    const plain = await connection.complete({ ref, argument, context: {} }, signal)
    expect(plain.values).toEqual(['Basel', 'Bern', 'Biel'])
    proves('protocol.completion.typed', variant)
    const context = { country: 'Liechtenstein' }
    const there = await connection.complete({ ref, argument, context }, signal)
    expect(there.values).toEqual(['Vaduz'])
    proves('protocol.completion.context', variant)
    const template = { type: 'ref/resource' as const, uri: 'protocol://city{/name}{?lang}' }
    const name = { name: 'name', value: 'Zü' }
    const variable = await connection.complete(
      { ref: template, argument: name, context: {} },
      signal,
    )
    expect(variable.values).toEqual(['Zürich'])
    proves('protocol.completion.template', variant)
  })
})

describe.each(['stdio modern', 'http modern'] as const)('%s', (variant) => {
  test('how long a list stays fresh is reported', async () => {
    const bench = await createTestBench({ headStartMs: 9000 })
    const closers: (() => Promise<void>)[] = []
    const fresh: [string, number][] = []
    const { listener } = createRecording()
    const onListFresh = (list: string, ttlMs: number): void => void fresh.push([list, ttlMs])
    const connection = { listener: { ...listener, onListFresh } }
    const opened = await openVariant({ bench, closers }, variant, { connection })
    await opened.connection.listPrompts(signal)
    expect(fresh).toEqual([['prompts', 60_000]])
    proves('protocol.caching.fresh', variant)
    await bench.close()
    for (const close of closers) await close()
  })
})
