import { copyFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TestInfo } from '@playwright/test'
import type { Frame, Locator, Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { addBoard, frameOf, outputOf, runBoard, viewOf } from './support/apps.ts'
import { chat } from './support/chat.ts'
import { takePicture } from './support/results.ts'
import { request } from './support/routes.ts'
import { filesWith, scratch } from './support/scratch.ts'

/** Opens `count` views of a hostile interface. */
async function openHostile(gatehouse: Gatehouse, testInfo: TestInfo, count: number) {
  const { page } = gatehouse
  const folder = scratch(testInfo)
  copyFileSync(join(import.meta.dirname, 'support/attack-view.html'), join(folder, 'view.html'))
  const { server } = await addBoard(gatehouse, folder)
  const frames: Frame[] = []
  for (let place = 0; place < count; place += 1) {
    await runBoard(page, server.config.id)
    await chat(page).approval('Show board').allowOnce()
    frames.push(await frameOf(page, place))
  }
  return frames
}

/** Begins one attack of `attack-view.html`. */
const begin = (frame: Frame, name: string, given?: string): Promise<unknown> =>
  frame.evaluate((detail) => dispatchEvent(new CustomEvent('attack', { detail })), [name, given])

/** Runs one attack; resolves with what it reports. */
async function attack(frame: Frame, name: string, given?: string): Promise<unknown> {
  await begin(frame, name, given)
  const read = async () => JSON.parse((await outputOf(frame)) || '[]') as unknown[]
  await expect.poll(async () => (await read())[0]).toBe(name)
  return (await read())[1]
}

/** The storage of an origin whose view is over, read by a frame without a document of it. */
async function storageOf(page: Page, origin: string): Promise<unknown> {
  await page.evaluate((src) => {
    const frame = document.createElement('iframe')
    frame.src = `${src}/nothing`
    document.body.append(frame)
  }, origin)
  const find = (): Frame | undefined =>
    page.frames().find((frame) => frame.url() === `${origin}/nothing`)
  await expect.poll(() => find() !== undefined).toBe(true)
  return find()?.evaluate(async () => {
    const names: string[] = []
    const folder = await navigator.storage.getDirectory()
    for await (const name of folder.keys()) names.push(name)
    return [localStorage.length, await indexedDB.databases(), names]
  })
}

/**
 * @threat apps.processor
 * @threat apps.storage
 */
test(
  'a view that never rests is ended within seconds and leaves nothing, and no other ends',
  nightly('apps.sealed.processor', 'apps.sealed.storage'),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const [first, second] = await openHostile(gatehouse, testInfo, 2)
    if (!first || !second) throw new Error('There are no views.')
    const origin = first.url().replace(/\/$/, '')
    const marker = `kept-by-a-view-${Date.now()}`
    expect(await attack(first, 'store', marker)).toBe('stored')
    await begin(first, 'spin')
    await expect(viewOf(page).first()).toContainText('used the processor without pause')
    proves('apps.sealed.processor')
    await expect(second.locator('#state')).toHaveText('ready')
    await expect(viewOf(page).last()).toHaveAttribute('data-state', 'open')
    await expect.poll(() => storageOf(page, origin)).toEqual([0, [], []])
    // A log of the storage keeps what was deleted until it is written anew.
    const files = filesWith(gatehouse.userData, marker).filter((file) => !file.endsWith('.log'))
    expect(files).toEqual([])
    proves('apps.sealed.storage')
  },
)

test(
  'of five views the first is a marked picture of the same height, and runs again by a press',
  nightly('apps.drawn.pictured'),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const { server } = await addBoard(gatehouse, scratch(testInfo))
    const run = () => runBoard(page, server.config.id)
    await run()
    await chat(page).approval('Show board').allowInChat()
    await frameOf(page)
    const first = viewOf(page).first()
    const heightOf = async (part: Locator) => (await part.boundingBox())?.height ?? 0
    await expect.poll(() => heightOf(first.locator('iframe'))).toBeGreaterThan(200)
    const height = await heightOf(first.locator('iframe'))
    // The picture is taken once the view is whole in view for a moment.
    await chat(page).transcript.hover()
    await first.scrollIntoViewIfNeeded()
    const picture = async () => {
      const [open] = await request(page, 'chat.list', {})
      const { turns } = await request(page, 'chat.get', { id: open?.id ?? '' })
      const [turn] = turns
      const entryId = turn?.entries.find(({ kind }) => kind === 'tool-call')?.id ?? ''
      const place = { conversationId: open?.id ?? '', turnId: turn?.id ?? '', entryId }
      return (await request(page, 'app-view.picture', place)) ?? ''
    }
    await expect.poll(async () => (await picture()).slice(0, 23)).toBe('data:image/jpeg;base64,')
    for (let count = 2; count <= 5; count += 1) {
      const before = viewFramesOf(page)
      await run()
      await expect.poll(() => viewFramesOf(page).some((one) => !before.includes(one))).toBe(true)
      await expect.poll(() => viewFramesOf(page).length).toBe(Math.min(count, 4))
    }
    // The first card in the document is that of the first view once its row is drawn.
    await expect(async () => {
      await chat(page).transcript.evaluate((box) => void (box.scrollTop = 0))
      await expect(first).toHaveAttribute('data-state', 'still', { timeout: 500 })
    }).toPass()
    await first.evaluate((card) => card.scrollIntoView({ block: 'center' }))
    await expect(first).toContainText('Picture, not live')
    await expect(first.getByAltText('Picture of the interface, which no longer runs')).toBeVisible()
    expect(await heightOf(first.getByTestId('view-picture'))).toBeCloseTo(height, 0)
    await takePicture(page, 'app-view-picture')
    await first.getByRole('button', { name: 'Run' }).click()
    await expect(first).toHaveAttribute('data-state', 'open')
    await expect.poll(() => viewFramesOf(page).length).toBe(4)
    proves('apps.drawn.pictured')
  },
)

const viewFramesOf = (page: Page): Frame[] =>
  page.frames().filter((one) => one.url().startsWith('mcp-app://v-'))

/** Stops the view if it runs, and runs it again; resolves with its frame, the last one of two. */
async function runAgain(page: Page, card: Locator): Promise<Frame> {
  // Rows move while another view changes its size: a press may miss.
  await expect(async () => {
    if ((await card.getAttribute('data-state')) === 'open')
      await card.getByRole('button', { name: 'Stop interface' }).click({ timeout: 3000 })
    await card.getByRole('button', { name: 'Run' }).click({ timeout: 3000 })
  }).toPass()
  await expect(card).toHaveAttribute('data-state', 'open')
  await expect.poll(() => page.frames().filter((one) => one.url().includes('//v-')).length).toBe(2)
  return frameOf(page, 1)
}

/** Whatever main did outside of the window because of a view. */
async function recordEffects({ app, page }: Gatehouse) {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.dismiss()
  })
  await app.evaluate(({ session, shell }) => {
    const effects: string[] = []
    Object.assign(globalThis, { effects })
    const record = (name: string) => (target: string) => {
      effects.push(`${name} ${target}`)
      return Promise.resolve()
    }
    Object.assign(shell, { openExternal: record('external'), openPath: record('path') })
    session.defaultSession.on('will-download', (event, item) => {
      if (!event.defaultPrevented) effects.push(`download ${item.getURL()}`)
    })
  })
  return async () => ({
    dialogs,
    windows: app.windows().length,
    effects: await app.evaluate(() => (globalThis as unknown as { effects: string[] }).effects),
  })
}

/**
 * @threat apps.powers
 * @attacker server
 * @tries To open windows, dialogs, programs or files, to print, to cover the page, or to speak to another view.
 * @stoppedBy The frame is sandboxed and clipped to its card, permissions and downloads are refused, and each proxy
 * hears its own view alone.
 */
test(
  'the attacks of a hostile view reach nothing',
  nightly('apps.sealed.attacks'),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    let connections = 0
    const listener = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    const target = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`
    const [other, frame] = await openHostile(gatehouse, testInfo, 2)
    if (!other || !frame) throw new Error('There are no views.')
    const effects = await recordEffects(gatehouse)
    const height = async (place: number) =>
      (await viewOf(page).nth(place).locator('iframe').boundingBox())?.height ?? 0

    // 1, 3, 7: nothing of the network, names, workers or peers.
    expect(await attack(frame, 'network', target)).toEqual(['TypeError', 'TypeError', 'TypeError'])
    // 4, 20: no window, form, dialog, print or file.
    expect(await attack(frame, 'windows', target)).toEqual(['null', 'false', 'null', 'undefined'])
    // No permission, no whole screen, no worker that stays.
    expect(await attack(frame, 'powers')).toEqual([])
    // 12: what it draws stays below its header, in its box.
    await attack(frame, 'cover')
    const card = viewOf(page).last()
    await expect(card.getByText('Sealed: no network')).toBeVisible()
    await card.getByRole('button', { name: 'Stop interface' }).click({ trial: true })
    // 15: another view and its proxy take nothing from it.
    await attack(frame, 'siblings')
    // 10, 18, 20: messages out of turn, of other servers and of other schemes.
    const refusals = (await attack(frame, 'protocol')) as string[]
    expect(refusals.map((text) => text.split(' ')[0])).toEqual([
      '-32600',
      '-32601',
      '-32601',
      '-32601',
      ...Array.from({ length: 6 }, () => '-32000'),
    ])
    expect(await page.evaluate(() => 'polluted' in Object.prototype)).toBe(false)
    // 13, 19: sizes that are none, and sizes without end.
    await attack(frame, 'sizes')
    const room = await page.evaluate(() => window.innerHeight)
    expect(await height(1)).toBeLessThanOrEqual(room * 0.75 + 1)
    await expect.poll(() => height(0)).toBe(200)
    expect(connections).toBe(0)
    expect(await effects()).toEqual({ dialogs: [], windows: 1, effects: [] })

    // 2, 5: each way to another address or program ends it.
    const first = viewOf(page).first()
    for (const [name, to] of [
      ['go', target],
      ['go', 'smb://host/share'],
      ['go', 'zoommtg://x'],
      ['go', 'data:text/html,x'],
      ['form', target],
    ] as const) {
      await begin(await runAgain(page, first), name, to)
      await expect(first).toContainText('tried to go to another address')
    }
    // 20: no file.
    await begin(await runAgain(page, first), 'save')
    expect(connections).toBe(0)
    expect(await effects()).toEqual({ dialogs: [], windows: 1, effects: [] })
    listener.close()
    proves('apps.sealed.attacks')
  },
)
