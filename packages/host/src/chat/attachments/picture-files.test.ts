import { readFileSync } from 'node:fs'
import { ATTACHMENT_LIMITS } from '@gatehouse/domain'
import { PICTURE_LIMITS } from '@gatehouse/domain/pictures'
import { expect, it } from 'vitest'
import { createChatHarness } from '../../testing/chat-harness.ts'
import { base64Of, pngOf } from './testing/pictures.ts'

const fixtures = new URL('../../../../../apps/desktop/src/main/pictures/fixtures/', import.meta.url)
const fixture = (name: string) => ({
  name,
  mimeType: '',
  bytes: new Uint8Array(readFileSync(new URL(name, fixtures))),
})

async function attaching() {
  const harness = createChatHarness()
  const { host, chat } = await harness.ready([])
  const sentOf = async (hash: string, mimeType: string, bytes: number) =>
    Buffer.from(await harness.stores.blobs.data({ hash, mimeType, bytes }), 'base64')
  return {
    harness,
    host,
    chat,
    attach: async (file: { name: string; mimeType: string; bytes: Uint8Array }) => {
      const attached = await host.attachments.attachFile(chat.id, file)
      if (attached.kind !== 'file' || attached.content.type !== 'image')
        throw new Error('It is no picture.')
      const { kept } = attached.content
      return { ...attached, sent: await sentOf(kept.hash, kept.mimeType, kept.bytes) }
    },
  }
}

/**
 * @threat attachments.picture-place
 * @attacker model
 * @tries To learn from a photo where it was taken, when, by whom and with what.
 * @stoppedBy All parts of a picture that its pixels do not need are left out before it is sent, unless the person keeps
 * them; a drawn picture has none.
 * @remains What the picture shows, and the name of its file.
 */
it('a small picture is sent pixel for pixel, without its place and camera', async () => {
  const { attach } = await attaching()
  const { picture, sent, source } = await attach(fixture('small.jpg'))
  expect(picture).toEqual({
    width: 320,
    height: 240,
    size: 'fitted',
    metadata: 'removed',
    hasLocation: true,
  })
  expect(sent.toString('latin1')).not.toMatch(/Gatehouse|Exif/)
  expect(source).toBeDefined()
})

it('a picture without metadata is sent as the file is', async () => {
  const { attach } = await attaching()
  const bytes = pngOf(30, 20)
  const { picture, sent, source } = await attach({ name: 'a.png', mimeType: '', bytes })
  expect(picture).toEqual({ width: 30, height: 20, size: 'fitted' })
  expect(sent.toString('base64')).toBe(base64Of(bytes))
  expect(source).toBeUndefined()
})

it('metadata is kept by the settings, or by choice for one picture, byte for byte', async () => {
  const { harness, host, chat, attach } = await attaching()
  const { stores } = harness
  const file = fixture('small.png')
  const { id } = await attach(file)
  const choice = { form: 'picture', size: 'fitted', metadata: 'kept' } as const
  const kept = await host.attachments.chooseOfPicture(chat.id, id, choice)
  expect(kept).toMatchObject({ picture: { metadata: 'kept' }, bytes: file.bytes.length })
  stores.settings.save({ ...stores.settings.load(), pictureMetadata: 'kept' })
  expect((await attach(fixture('small.webp'))).picture).toMatchObject({ metadata: 'kept' })
})

it.each([
  ['a format that no API takes', 'photo.heic'],
  ['on its side', 'photo.jpg'],
  ['moving', 'moving.gif'],
])(
  'a picture that is %s is drawn, as large as the model of the chat looks at it',
  async (...[, name]) => {
    const { harness, attach } = await attaching()
    const [provider] = harness.stores.providers.list()
    if (!provider) throw new Error('There is no provider.')
    harness.stores.providers.save({ ...provider, kind: 'anthropic' })
    expect((await attach(fixture(name))).picture).toMatchObject({
      width: 1568,
      height: 1176,
      original: { width: 4032, height: 3024 },
    })
    harness.stores.providers.save({ ...provider, kind: 'google' })
    expect((await attach(fixture(name))).picture).toMatchObject({ width: 3072, height: 2304 })
  },
)

it('a message is told what was made of the file', async () => {
  const { harness, host, chat, attach } = await attaching()
  const { id } = await attach(fixture('moving.gif'))
  expect(host.attachments.shown(chat.id, [id])[0]).not.toHaveProperty('source')
  expect(harness.stores.attachments.list(chat.id)[0]).toHaveProperty('source')
  expect((await attach(fixture('moving.gif'))).picture).toMatchObject({ frames: 2 })
})

it('a drawing is a picture, or its text by choice, and back', async () => {
  const { host, chat, attach } = await attaching()
  const { id } = await attach(fixture('drawing.svg'))
  const choice = { form: 'source', size: 'fitted', metadata: 'removed' } as const
  const text = await host.attachments.chooseOfPicture(chat.id, id, choice)
  expect(text).toMatchObject({ mimeType: 'image/svg+xml', content: { type: 'text' } })
  const drawn = { ...choice, form: 'picture' } as const
  expect(await host.attachments.chooseOfPicture(chat.id, text.id, drawn)).toMatchObject({
    picture: { original: { format: 'svg' } },
  })
})

/**
 * @threat attachments.huge-picture
 * @attacker file
 * @tries To be a picture of a few bytes that whoever decodes it makes gigabytes of.
 * @stoppedBy A picture is judged by its headers in main before it is attached, and again in the window before it is
 * drawn; main decodes none. A picture that is made smaller is drawn in a sealed window of its own, which is ended for
 * its time and memory.
 */
it('a picture beyond the limits is refused before it is drawn', async () => {
  const { attach } = await attaching()
  const codeOf = (bytes: Uint8Array) =>
    attach({ name: 'a.png', mimeType: '', bytes }).then(
      () => 'it passed',
      (error: { code: string }) => error.code,
    )
  expect(await codeOf(pngOf(20_000, 20_000))).toBe('attachment/picture-too-large')
  expect(await codeOf(pngOf(20_001, 1))).toBe('attachment/picture-too-large')
  const bytes = PICTURE_LIMITS.fileBytes + 1 - 45
  expect(await codeOf(pngOf(10, 10, bytes))).toBe('attachment/file-too-large')
  // Larger than other files may be, and drawn smaller.
  expect(await codeOf(pngOf(10, 10, ATTACHMENT_LIMITS.fileBytes))).toBe('it passed')
})
