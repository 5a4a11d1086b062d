import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import type { RouteOutput } from '@gatehouse/contract'
import type { Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { changeLanguage, inspect } from './support/inspect.ts'
import { connectScripted } from './support/models/models.ts'
import { request } from './support/routes.ts'

type Attachment = RouteOutput<'chat.attach-file'>

const fixtures = new URL('../apps/desktop/src/main/pictures/fixtures/', import.meta.url)
const fixture = (name: string) => ({
  name,
  mimeType: '',
  buffer: readFileSync(new URL(name, fixtures)),
})

const tray = (page: Page) => page.getByTestId('attachment-tray')
const attach = (page: Page, files: ReturnType<typeof fixture>[]) =>
  page.getByTestId('file-input').setInputFiles(files)

/** The size of a preview, and the colours in the middle of its four fields. */
async function look(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click()
  const preview = page.getByRole('group', { name }).getByRole('img', { name })
  await expect(preview).toBeVisible()
  const seen = await preview.evaluate(async (element) => {
    const image = element as HTMLImageElement
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context?.drawImage(image, 0, 0)
    const colours = [0.25, 0.75].flatMap((y) =>
      [0.25, 0.75].map((x) => {
        const [r = 0, g = 0, b = 0] = context?.getImageData(width * x, height * y, 1, 1).data ?? []
        return [r, g, b].map((one) => (one > 127 ? 1 : 0)).join('')
      }),
    )
    return { size: [width, height], fields: colours }
  })
  await page.getByRole('button', { name, exact: true }).click()
  return seen
}

const keptHash = (attachment: Attachment): string =>
  attachment.kind === 'file' && attachment.content.type === 'image'
    ? attachment.content.kept.hash
    : ''

/** A PNG of 6 MB that nothing makes smaller but losing some of it. */
function noise() {
  const [width, height] = [1632, 1224]
  const rows = Array.from({ length: height }, () => [Buffer.of(0), randomBytes(width * 3)]).flat()
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const chunk = (kind: string, data: Buffer) => {
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length)
    frame.write(kind, 4)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(kind), data])))
    return Buffer.concat([frame, data, sum])
  }
  const begin = Buffer.from('89504e470d0a1a0a', 'hex')
  const pixels = deflateSync(Buffer.concat(rows), { level: 0 })
  return Buffer.concat([
    begin,
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.of()),
  ])
}

/** Red, green, blue, yellow. */
const FIELDS = ['100', '010', '001', '110']
/** As one bit shows them: what is dark is black. */
const FAX = ['000', '111', '000', '111']

const PICTURES = [
  { name: 'photo.heic', size: [1176, 1568], fields: FIELDS },
  { name: 'photo.jpg', size: [1176, 1568], fields: FIELDS },
  { name: 'small.jpg', size: [320, 240], fields: FIELDS },
  { name: 'small.avif', size: [320, 240], fields: FIELDS },
  { name: 'small.bmp', size: [40, 30], fields: FIELDS },
  { name: 'fax.tiff', size: [320, 240], fields: FAX },
  { name: 'two-pages.tiff', size: [320, 240], fields: FIELDS },
  { name: 'moving.gif', size: [320, 240], fields: FIELDS },
  { name: 'drawing.svg', size: [320, 240], fields: FIELDS },
]

const words = {
  en: {
    heic: /HEIC 2400 × 3200, sent as 1176 × 1568 JPEG, [\d.]+ kB · location removed/,
    photo: /2400 × 3200, sent as 1176 × 1568 JPEG, [\d.]+ kB · location removed/,
    frames: 'first of 2 images',
    pages: 'page 1 of 2',
    damaged: 'This image is damaged or of a kind that cannot be drawn.',
    huge: 'This image is too large: 20,001 × 20,001 pixels.',
    metadata: 'Send location, camera and other metadata',
    kept: 'with location',
    source: 'Its source text',
    full: 'As large as possible',
    form: 'Send as',
    size: 'Size to send',
  },
  'zh-CN': {
    heic: /HEIC 2400 × 3200，以 1176 × 1568 JPEG 发送，[\d.]+ kB · 已移除位置信息/,
    photo: /2400 × 3200，以 1176 × 1568 JPEG 发送，[\d.]+ kB · 已移除位置信息/,
    frames: '共 2 帧，仅发送第一帧',
    pages: '第 1 页，共 2 页',
    damaged: '此图片已损坏，或属于无法绘制的类型。',
    huge: '20,001 × 20,001',
    metadata: '发送位置、相机等元数据',
    kept: '含位置信息',
    source: '源文本',
    full: '尽可能大',
    form: '发送形式',
    size: '发送尺寸',
  },
} as const

for (const language of ['en', 'zh-CN'] as const)
  test(
    `in ${language} pictures of every format are drawn upright, and sent as shown`,
    nightly(`chat.pictures.${language}`, 'chat.pictures.sent'),
    async ({ gatehouse }) => {
      test.setTimeout(180_000)
      const { page } = gatehouse
      const say = words[language]
      const model = await connectScripted(page, 'messages', [{ text: 'Four fields.' }])
      await changeLanguage(page, language)
      const shown = tray(page)
      await attach(
        page,
        PICTURES.map(({ name }) => fixture(name)),
      )
      await expect(shown.locator('[data-remove]')).toHaveCount(PICTURES.length)
      await expect(shown).toContainText(say.heic, { timeout: 60_000 })
      await expect(shown).toContainText(say.photo, { timeout: 60_000 })
      await expect(shown).toContainText(say.pages, { timeout: 60_000 })
      await expect(shown).toContainText(say.frames, { timeout: 60_000 })
      await expect(page.getByRole('button', { name: 'drawing.svg', exact: true })).toBeVisible({
        timeout: 60_000,
      })
      for (const { name, ...expected } of PICTURES)
        expect({ name, ...(await look(page, name)) }).toEqual({ name, ...expected })
      const [open] = await request(page, 'chat.list', {})
      const { attachments } = await request(page, 'chat.get', { id: open?.id ?? '' })
      await page.getByRole('button', { name: 'photo.heic', exact: true }).click()
      expect(await inspect(gatehouse, `${language}/pictures`)).toEqual([])
      proves(`chat.pictures.${language}`)

      await page.getByTestId('composer').fill('What is it?')
      await page.getByTestId('send').click()
      await expect(page.getByTestId('assistant-message').last()).toContainText('Four fields.')
      const sent = JSON.stringify(model.requests.findLast(({ method }) => method === 'POST')?.body)
      // Base64 of a PNG, a JPEG and no other value of the request begins so.
      const pictures = [...sent.matchAll(/"((?:iVBORw0KGgo|\/9j\/)[^"]*)"/g)].map(([, data = '']) =>
        Buffer.from(data, 'base64'),
      )
      const hashes = pictures.map((bytes) => createHash('sha256').update(bytes).digest('hex'))
      expect(hashes).toEqual(attachments.map(keptHash))
      for (const bytes of pictures)
        expect(bytes.toString('latin1')).not.toMatch(/Gatehouse|Exif|xmp/)
      proves('chat.pictures.sent')
    },
  )

test(
  'a larger picture, its metadata and the text of a drawing are chosen, and bad ones refused',
  nightly('chat.pictures.bounded', 'chat.pictures.chosen'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const say = words.en
    const model = await connectScripted(page, 'messages', [{ text: 'Fine.' }])
    const bomb = Buffer.from(fixture('small.png').buffer)
    bomb.writeUInt32BE(20_001, 16)
    bomb.writeUInt32BE(20_001, 20)
    const damaged = fixture('photo.heic').buffer.subarray(0, 3000)
    const shown = tray(page)
    await attach(page, [
      { ...fixture('small.png'), name: 'noise.png', buffer: noise() },
      { ...fixture('small.png'), name: 'bomb.png', buffer: bomb },
      { ...fixture('photo.heic'), name: 'damaged.heic', buffer: damaged },
      ...['small.png', 'drawing.svg', 'photo.jpg'].map(fixture),
    ])
    await expect(shown.getByRole('alert').filter({ hasText: say.huge })).toBeVisible()
    await expect(shown.getByRole('alert').filter({ hasText: say.damaged })).toBeVisible({
      timeout: 60_000,
    })
    await expect(shown).toContainText(say.photo, { timeout: 60_000 })
    await expect(shown).toContainText('1632 × 1224, sent as 1568 × 1176 JPEG')
    proves('chat.pictures.bounded')

    await page.getByRole('button', { name: 'small.png', exact: true }).click()
    await page.getByRole('checkbox', { name: say.metadata }).click()
    await expect(shown).toContainText(say.kept)
    await page.getByRole('button', { name: 'drawing.svg', exact: true }).click()
    await page.getByRole('combobox', { name: say.form }).click()
    await page.getByRole('option', { name: say.source }).click()
    await expect(page.getByRole('group', { name: 'Text of drawing.svg' })).toContainText(
      'tracker.png',
    )
    await page.getByRole('button', { name: 'photo.jpg', exact: true }).click()
    await page.getByRole('combobox', { name: say.size }).click()
    await page.getByRole('option', { name: say.full }).click()
    await expect(shown).toContainText('sent as 2400 × 3200 JPEG', { timeout: 60_000 })
    await page.getByTestId('composer').fill('What is it?')
    await page.getByTestId('send').click()
    await expect(page.getByTestId('assistant-message').last()).toContainText('Fine.')
    const sent = JSON.stringify(model.requests.findLast(({ method }) => method === 'POST')?.body)
    expect(sent).toContain(fixture('small.png').buffer.toString('base64'))
    expect(sent).toContain('tracker.png')
    expect(sent).toContain('2400 × 3200 pixels')
    proves('chat.pictures.chosen')
  },
)
