import type { JsonObject } from '@gatehouse/domain'
import type { ModelMessage, ModelRequest } from '@gatehouse/host/ports'
import { startFakeModelEndpoint, type FakeModelEndpoint } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createModelClients } from './model-clients.ts'
import { sendablePicture } from './media/sendable-picture.ts'
import { endpointOf, EVERY_KIND, runStep, TEST_KEY } from './testing/run-step.ts'
import { wellFormedBody } from './request/well-formed-unicode.ts'

/** Half a pair as an escape: RFC 8259 has it, and the providers refuse it. */
const HALF =
  /\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}/

/** A call and its result, as they stand in every later request of a chat. */
const history = (input: JsonObject, block: JsonObject): Pick<ModelRequest, 'messages'> => ({
  messages: [
    { role: 'user', text: 'go' },
    {
      role: 'assistant',
      parts: [{ type: 'tool-call', callId: 'a', name: 'files__read', arguments: input }],
    },
    {
      role: 'tool',
      results: [{ callId: 'a', name: 'files__read', isError: false, content: [block] }],
    } as ModelMessage,
  ],
})
const text = (words: string) => ({ type: 'text', text: words })
const withTool = (description: string, words: string): Partial<ModelRequest> => ({
  tools: [
    {
      name: 'files__read',
      description,
      inputSchema: { type: 'object', properties: { a: { type: 'string', description: words } } },
    },
  ],
})

let endpoint: FakeModelEndpoint
beforeEach(async () => {
  endpoint = await startFakeModelEndpoint({ key: TEST_KEY })
  endpoint.script('m', [{ text: 'fine' }])
})
afterEach(() => endpoint.close())

const clients = createModelClients({ retry: { backoffMs: [] } })

describe.each(EVERY_KIND)('%s', (kind) => {
  const sent = async (request: Partial<ModelRequest>) => {
    const played = await runStep(clients, { endpoint: endpointOf(kind, endpoint.url), request })
    expect(played.failure).toBeUndefined()
    return endpoint.requests.at(-1)?.rawBody ?? ''
  }

  /**
   * @threat history.half-characters
   * @attacker server
   * @tries Ends a chat for good by half a character in a result, or every chat by one in a tool: providers refuse each
   * request that holds it.
   * @stoppedBy Each half of a pair is replaced by U+FFFD in the text of the request, once, as it is sent.
   */
  it.each<[string, Partial<ModelRequest>]>([
    ['a result', history({}, text('cut \ud83d'))],
    ['the arguments of a call', history({ 'k\ude00': ['\ud83d'] }, text('ok'))],
    ['a tool', withTool('Reads. \ud83d', 'x\ude00')],
    ['what a model wrote', { messages: [{ role: 'user', text: 'smile \ud83d' }] }],
    ['the system prompt', { system: 'Be brief \udc00' }],
  ])('half a character in %s never reaches a provider', async (_where, request) => {
    const raw = await sent(request)
    expect(raw).not.toMatch(HALF)
    expect(raw).toContain('\uFFFD')
    if (kind === 'anthropic') proves('faults.poisoned.characters')
  })

  /**
   * @threat history.false-pictures
   * @attacker server
   * @tries Ends a chat for good by a result whose picture is none, is of another type than it says, or is larger than
   * the provider takes.
   * @stoppedBy The first bytes decide: a picture goes under the type that they have; what is none, is not base64 or is
   * larger than 5 MB or 8,000 px an edge becomes a line of text.
   * @remains Only the head is read: a picture that is damaged behind it is sent, and the provider may refuse it. The
   * message can then be edited into a version without the call.
   */
  it('a picture that is none is named to the model, and never sent as one', async () => {
    const raw = await sent(
      history({}, { type: 'image', mimeType: 'image/png; SECRET', data: 'bm90IGEgcGljdHVyZQ==' }),
    )
    expect(raw).not.toContain('bm90IGEgcGljdHVyZQ')
    expect(raw).toContain('[image, image/png, 15 bytes: shown to the user, not to you]')
    if (kind === 'anthropic') proves('faults.poisoned.pictures')
  })
})

/** @threat history.false-pictures */
it('a picture goes under the type that its bytes have, whatever its server calls it', async () => {
  const data = gif(2, 2)
  const request = history({}, { type: 'image', mimeType: 'image/png', data })
  await runStep(clients, { endpoint: endpointOf('anthropic', endpoint.url), request })
  const raw = endpoint.requests.at(-1)?.rawBody ?? ''
  expect(raw).toContain(data)
  expect(raw).toContain('"media_type":"image/gif"')
  expect(raw).not.toContain('image/png')
})

const base64 = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  ).toString('base64')
const be = (...sizes: number[]) => sizes.flatMap((size) => [size >> 8, size & 255])
const le = (...sizes: number[]) => sizes.flatMap((size) => [size & 255, size >> 8])
const rest = Array<number>(30).fill(0)
const png = (width: number, height: number) =>
  base64('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', [0, 0, ...be(width), 0, 0, ...be(height)], rest)
const gif = (width: number, height: number) => base64('GIF89a', le(width, height), rest)
const jpeg = (width: number, height: number) => {
  const exif = [0xff, 0xe1, ...be(300), ...Array<number>(298).fill(0xff)]
  return base64([0xff, 0xd8, ...exif, 0xff, 0xc2, ...be(11), 8, ...be(height, width)], rest)
}
const webp = (chunk: string, ...bytes: number[]) =>
  base64('RIFF\x04\0\0\0WEBP', chunk, [0, 0, 0, 0], bytes, rest)

/** @threat history.false-pictures */
it('the type and the size of a picture are read from its first bytes', () => {
  expect(sendablePicture(png(640, 480))).toBe('image/png')
  expect(sendablePicture(gif(640, 480))).toBe('image/gif')
  expect(sendablePicture(jpeg(640, 480))).toBe('image/jpeg')
  expect(sendablePicture(webp('VP8X', 0, 0, 0, 0, ...le(639), 0, ...le(479), 0))).toBe('image/webp')
  expect(sendablePicture(webp('VP8 ', 0, 0, 0, 0x9d, 1, 0x2a, ...le(640, 480)))).toBe('image/webp')
  expect(sendablePicture(webp('VP8L', 0x2f, ...le(0x027f, 0x0050)))).toBe('image/webp')
  for (const large of [png(8001, 1), gif(1, 8001), jpeg(8001, 1), png(0, 1)])
    expect(sendablePicture(large)).toBeUndefined()
  for (const none of ['', 'AAAA', `${png(1, 1)}\n`, png(1, 1).slice(0, -2), 'A'.repeat(6_000_000)])
    expect(sendablePicture(none)).toBeUndefined()
})

/** @threat history.half-characters */
it('only half characters are taken out of a body, not words that look like them', () => {
  const value = { 'a\\ud83d': ['\\', '\\\ud83d', '\\\\udc00', '😀\n"', '\ud83d'] }
  expect(JSON.parse(wellFormedBody(JSON.stringify(value)))).toEqual({
    'a\\ud83d': ['\\', '\\\uFFFD', '\\\\udc00', '😀\n"', '\uFFFD'],
  })
})
