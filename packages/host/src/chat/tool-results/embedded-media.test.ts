import type { ContentBlock, JsonObject } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { expect, it } from 'vitest'
import {
  allowOnce,
  answerNext,
  calls,
  createChatHarness,
  says,
  turnOver,
} from '../../testing/chat-harness.ts'
import { stepOf } from '../../testing/index.ts'

const blob = 'iVBORw0KGgoAAAAN'
const resource = { uri: 'cam://last', mimeType: 'image/png', blob }

/** Returns the content that the model receives for a result with this block. */
async function sentToModel(
  block: ContentBlock | ContentBlock[],
  images?: boolean,
  structuredContent?: JsonObject,
): Promise<unknown> {
  const harness = createChatHarness()
  harness.server.call = () =>
    Promise.resolve({
      content: [block].flat(),
      isError: false,
      ...(structuredContent && { structuredContent }),
    })
  const { host, chat, models } = await harness.ready([
    stepOf(calls('c1', 'files__read')),
    stepOf(says('Done')),
  ])
  const [provider] = harness.stores.providers.list()
  if (provider && images !== undefined)
    harness.stores.providers.save({ ...provider, models: [{ id: 'm', images, sounds: images }] })
  host.chats.send(chat.id, 'Look')
  await answerNext(host, allowOnce)
  await turnOver(host, chat)
  const last = models.requests.at(-1)?.messages.at(-1)
  return last?.role === 'tool' ? last.results[0]?.content : last
}

it('an embedded picture goes to the model with its data, as one of its own does', async () => {
  expect(await sentToModel({ type: 'resource', resource })).toEqual([
    { type: 'resource', resource },
  ])
})

it('a model that takes no pictures gets a note for an embedded one, with where it is', async () => {
  const [block] = (await sentToModel({ type: 'resource', resource }, false)) as [{ text: string }]
  expect(block.text).toContain('[resource cam://last] [image, image/png: not sent to you')
  expect(JSON.stringify(block)).not.toContain(blob)
})

it('other embedded data is only mentioned to a model', async () => {
  const archive = { ...resource, mimeType: 'application/zip' }
  const [block] = (await sentToModel({ type: 'resource', resource: archive })) as [object]
  expect(block).toEqual({
    type: 'resource',
    resource: { uri: 'cam://last', mimeType: 'application/zip' },
  })
})

for (const bytes of [600, 600_000])
  it(`a picture of ${bytes} bytes that its server repeats in structured content is sent once, and the rest as it is`, async () => {
    const data = Buffer.alloc(bytes, 7).toString('base64')
    const other = Buffer.alloc(600, 8).toString('base64')
    const picture = { type: 'image' as const, data, mimeType: 'image/png' }
    const sent = await sentToModel(picture, true, { content: [picture], other, width: 7 })
    expect(sent).toMatchObject([picture, { type: 'text' }])
    const [, json] = sent as [unknown, { text: string }]
    const repeated = { ...picture, data: '[the image of this result]' }
    expect(JSON.parse(json.text)).toEqual({ content: [repeated], other, width: 7 })
    proves('model.tool-media.once')
  })

it('what comes after a long beginning of a result is held to what the model takes as well', async () => {
  const long = Array.from({ length: 3 }, () => ({ type: 'text' as const, text: 'x'.repeat(7000) }))
  const own = { type: 'image' as const, mimeType: 'image/png', data: blob }
  const content: ContentBlock[] = [...long, own, { type: 'resource', resource }]
  const some = JSON.stringify(await sentToModel(content, true))
  expect(some.split(blob)).toHaveLength(3)
  const none = JSON.stringify(await sentToModel(content, false))
  expect(none).not.toContain(blob)
  expect(none).toContain('[image, image/png: not sent to you, as this model takes none')
  expect(none).toContain('[resource cam://last] [image, image/png: not sent to you')
})

it('a picture or sound goes to a model that takes its kind, whatever its server calls the type', async () => {
  const sound = { type: 'audio' as const, mimeType: 'audio/x-wav', data: 'UklGRgAA' }
  const picture = { type: 'image' as const, mimeType: 'application/octet-stream', data: blob }
  const shot = { type: 'resource' as const, resource: { ...resource, mimeType: 'IMAGE/PNG' } }
  const content = [sound, picture, shot]
  expect(await sentToModel(content, true)).toEqual(content)
  const none = JSON.stringify(await sentToModel(content, false))
  expect(none.match(/not sent to you, as this model takes none/g)).toHaveLength(3)
})

it.each([
  ['a text about it', 'done', true],
  ['a text that is its JSON', '{ "rows": [1, 2] }', false],
])('structured content beside %s goes to the model: %s → %s', async (_name, words, isGiven) => {
  const text = { type: 'text' as const, text: words }
  const json = { type: 'text', text: '{"rows":[1,2]}' }
  expect(await sentToModel(text, true, { rows: [1, 2] })).toEqual(isGiven ? [text, json] : [text])
})
