import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createPictureDrawer, type PictureProcess } from './picture-drawer.ts'

const png = readFileSync(fileURLToPath(new URL('fixtures/small.png', import.meta.url)))
const picture = {
  format: 'heic',
  bytes: new Uint8Array(1),
  edge: 320,
  maxBytes: png.length,
} as const
const drawn = {
  state: 'drawn',
  mimeType: 'image/png',
  data: png.toString('base64'),
  width: 320,
  height: 240,
  original: { width: 4032, height: 3024 },
  frames: 1,
} as const

/** Processes that report this, and the number of those that were started and ended. */
function drawing(report: unknown, behaviour: Partial<PictureProcess> = {}) {
  const counts = { started: 0, ended: 0 }
  const drawer = createPictureDrawer({
    ms: 5,
    start: () => {
      counts.started += 1
      return {
        ready: Promise.resolve(),
        draw: () => Promise.resolve(report),
        end: () => void (counts.ended += 1),
        ...behaviour,
      }
    },
  })
  const problem = () =>
    drawer.draw(picture).then(
      () => 'drawn',
      (error: { code: string }) => error.code,
    )
  return { drawer, problem, counts }
}

/** @threat attachments.hostile-picture */
it('each picture has a process of its own, which ends with it', async () => {
  const { drawer, counts } = drawing(drawn)
  const [one] = await Promise.all([drawer.draw(picture), drawer.draw(picture)])
  expect(one).toMatchObject({ mimeType: 'image/png', width: 320, original: { width: 4032 } })
  expect(Buffer.from(one.bytes)).toEqual(png)
  expect(counts).toEqual({ started: 2, ended: 2 })
})

it.each([
  ['is damaged', { state: 'damaged' }, 'attachment/picture-damaged'],
  ['is too large', { state: 'too-large', width: 9, height: 9 }, 'attachment/picture-too-large'],
  ['takes gigabytes', { state: 'too-much-memory' }, 'attachment/picture-too-much-memory'],
  ['is of another size', { ...drawn, width: 319 }, 'attachment/picture-damaged'],
  ['is of another type', { ...drawn, mimeType: 'image/jpeg' }, 'attachment/picture-damaged'],
  ['is an SVG', { ...drawn, data: 'PHN2Zy8+' }, 'attachment/picture-damaged'],
  ['is longer', { ...drawn, data: 'A'.repeat(5000) }, 'attachment/picture-damaged'],
  ['is nothing', undefined, 'attachment/picture-damaged'],
])('a report that a picture %s is no picture', async (...[, report, code]) => {
  expect(await drawing(report).problem()).toBe(code)
})

/** @threat attachments.hostile-picture */
it('a picture larger than was asked for is none', async () => {
  const { drawer } = drawing(drawn)
  await expect(drawer.draw({ ...picture, edge: 319 })).rejects.toMatchObject({
    code: 'attachment/picture-damaged',
  })
})

/**
 * @threat attachments.hostile-picture
 * @attacker file
 * @tries To be a picture that breaks its decoder, hangs it, or has it write something else.
 * @stoppedBy Each picture is decoded in a sealed window of its own: a sandboxed process without network, files or a way
 * to main. Its answer is a still PNG or JPEG of the stated size within the limits, or the picture is refused.
 * @remains A PNG, JPEG or WebP that is small enough is decoded by the window of the app, which shows it.
 */
it('a process that dies, hangs or does not start costs its picture alone', async () => {
  const dying = drawing(drawn, { draw: () => Promise.reject(new Error('It is gone.')) })
  expect(await dying.problem()).toBe('attachment/picture-crashed')
  const hanging = drawing(drawn, { draw: () => new Promise(() => undefined) })
  expect(await hanging.problem()).toBe('attachment/picture-too-slow')
  const silent = drawing(drawn, { ready: Promise.reject(new Error('No page.')) })
  expect(await silent.problem()).toBe('attachment/picture-crashed')
  for (const { counts } of [dying, hanging, silent])
    expect(counts).toEqual({ started: 1, ended: 1 })
})
