import { writeFileSync } from 'node:fs'
import { createSocket } from 'node:dgram'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { proves } from './proves.ts'
import { addBoard, click, frameOf, outputOf, pressIn, runBoard, viewOf } from './support/apps.ts'
import { chat } from './support/chat.ts'
import { cancel, consentText, consentWindow } from './support/consent.ts'
import { takePicture } from './support/results.ts'
import { request } from './support/routes.ts'
import { scratch } from './support/scratch.ts'

/** True if a small view covers nothing of the composer, however tall that is. */
async function isAboveComposer(page: Page): Promise<boolean> {
  const box = await viewOf(page).boundingBox()
  const composer = await page.getByTestId('composer').boundingBox()
  return box !== null && composer !== null && box.y > 0 && box.y + box.height < composer.y
}

/**
 * @threat apps.unseen-calls
 * @threat apps.keyboard
 */
test('a server’s interface is drawn sealed after its call was approved, and asks like a model', async ({
  gatehouse,
}, testInfo) => {
  const { page } = gatehouse
  const board = await addBoard(gatehouse, scratch(testInfo))
  expect(board.capabilities().extensions).toMatchObject({
    'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] },
  })
  proves('apps.drawn.declared')
  await runBoard(page, board.server.config.id)
  const approval = chat(page).approval('Show board')
  await expect(approval.card).toBeVisible()
  await expect(viewOf(page)).toHaveCount(0)
  expect(page.frames()).toHaveLength(1)
  proves('apps.drawn.approved')
  await approval.allowOnce()

  const frame = await frameOf(page)
  await expect(frame.locator('#state')).toHaveText(/^ready (?:light|dark) inline$/)
  await expect(frame.locator('#input')).toHaveText('{"name":"plan"}')
  await expect(frame.locator('#result')).toContainText('"total":250')
  await expect(frame.locator('#result')).toContainText('hidden from models')
  proves('apps.drawn.data')
  const view = viewOf(page)
  await expect(view).toContainText('board')
  await expect(view).toContainText('Sealed: no network')
  await expect(view).toContainText('https://api.example.org')
  proves('apps.drawn.named')
  await takePicture(page, 'app-view')

  // Its height follows it, and stays while a question is open.
  const height = async () => (await view.locator('iframe').boundingBox())?.height ?? 0
  await expect.poll(height).toBeGreaterThan(200)

  // It fills the window and stands above the chat without loading again, and returns for a question.
  await frame.evaluate(() => void Object.assign(globalThis, { isSame: true }))
  await chat(page).composer.fill('a line\n'.repeat(12))
  for (const [name, mode] of [
    ['Fill the window', 'fullscreen'],
    ['Keep above the chat', 'pip'],
  ] as const) {
    await view.getByRole('button', { name }).click()
    await expect(view).toHaveAttribute('data-mode', mode)
    await expect(frame.locator('#mode')).toHaveText(mode)
    if (mode === 'pip') await expect.poll(() => isAboveComposer(page)).toBe(true)
    await takePicture(page, `app-view-${mode}`)
  }
  await pressIn(page, frame, 'Save')
  const save = chat(page).approval('Save plan')
  await expect(save.card).toContainText('requested by its interface')
  await expect(view).toHaveAttribute('data-mode', 'inline')
  expect(await frame.evaluate(() => 'isSame' in globalThis)).toBe(true)
  proves('apps.drawn.modes')
  const before = await height()
  await click(frame, 'Grow')
  await expect(view).toContainText('cannot move or resize')
  expect(await height()).toBe(before)
  proves('apps.asks.still')
  await takePicture(page, 'app-view-asks')
  await save.allowOnce()
  await expect(frame.locator('#out')).toContainText('save_plan done')
  await expect.poll(height).toBeGreaterThan(before)
  proves('apps.asks.calls')

  // Tools for models alone are none of its business; two refusals end its asking.
  await click(frame, 'Model tool')
  await expect(frame.locator('#out')).toContainText('not for interfaces')
  for (const reason of ['no', 'no again']) {
    await click(frame, 'Save')
    await save.deny(reason)
    await expect(save.card).toHaveCount(0)
  }
  await click(frame, 'Save')
  await expect(frame.locator('#out')).toContainText('refused calls of this view')
  expect(board.calls()).toEqual(['show_board', 'save_plan'])
  proves('apps.asks.refused')

  // What it says goes into the draft, and nothing is sent.
  await click(frame, 'Message')
  await click(frame, 'Context')
  await expect(page.getByTestId('attachment-tray').getByRole('listitem')).toHaveCount(2)
  proves('apps.asks.drafts')

  // A link is asked about whole.
  await click(frame, 'Open link')
  const consent = await consentWindow(page)
  await expect(consentText(consent)).toContainText('https://example.org/plan')
  await expect(consentText(consent)).toContainText('The interface of a server wants to open it')
  await cancel(page)
  await expect(frame.locator('#out')).toContainText('did not open the link')
  proves('apps.asks.links')

  const { id } = board.server.config
  const lines = (await request(page, 'server.frames', { id, limit: 2000 })).filter(
    ({ view: of }) => of,
  )
  const words = lines.map(({ direction, kind, method }) => `${direction} ${kind} ${method}`)
  expect(words.slice(0, 5)).toEqual([
    'in request ui/initialize',
    'out response ui/initialize',
    'in notification ui/notifications/initialized',
    'out notification ui/notifications/tool-input',
    'out notification ui/notifications/tool-result',
  ])
  expect(lines.at(-1)).toMatchObject({
    kind: 'error',
    method: 'ui/open-link',
    view: { title: 'Show board', refused: 'not-allowed' },
  })
  proves('apps.drawn.recorded')
})

/**
 * @threat apps.keyboard
 * @attacker server
 * @tries To take the keyboard and read what the person types elsewhere, or to move a button below their pointer.
 * @stoppedBy The page takes the keyboard back at once and ends the view the second time; sizes are frozen while a
 * question is open.
 * @remains Below a pointer that rests in the frame, a view can take the keyboard of a person who pauses; it has it
 * until the next key is noticed.
 * @threat apps.network
 */
test('a hostile interface reaches no network and no other frame, and does not keep the keyboard', async ({
  gatehouse,
}, testInfo) => {
  const { page } = gatehouse
  const board = await addBoard(gatehouse, scratch(testInfo))
  let connections = 0
  const listener = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  const packets = createSocket('udp4', () => (connections += 1)).bind(port, '127.0.0.1')
  page.on('dialog', () => expect.soft('a dialog of the view').toBe('none'))
  await runBoard(page, board.server.config.id)
  await chat(page).approval('Show board').allowOnce()
  const frame = await frameOf(page)
  await frame.evaluate((detail) => dispatchEvent(new CustomEvent('attack', { detail })), port)
  await expect.poll(() => outputOf(frame)).toContain('clipboard')
  expect(JSON.parse(await outputOf(frame))).toMatchObject({
    fetch: 'TypeError',
    window: 'null',
    dialogs: 'false,,,',
    page: 'SecurityError',
    proxy: 'SecurityError',
    bridge: 'SecurityError',
    storage: 'b',
    clipboard: 'NotAllowedError',
  })
  expect(page.url()).toContain('app://gatehouse/')
  expect(gatehouse.app.windows()).toHaveLength(1)
  expect(connections).toBe(0)
  listener.close()
  packets.close()
  proves('apps.sealed.network')
  proves('apps.sealed.frames')

  // What it draws stays in its box, below the header of its card.
  await frame.evaluate(() => {
    const cover = '<p style="position:fixed;inset:-2000px;z-index:2147483647;background:red">Allow'
    document.body.insertAdjacentHTML('beforeend', cover)
  })
  await expect(viewOf(page).getByText('Sealed: no network')).toBeVisible()
  await viewOf(page).getByRole('button', { name: 'Stop interface' }).click({ trial: true })
  await frame.evaluate(() => document.body.lastElementChild?.remove())

  // Script may focus its field; the page takes the keyboard back, and ends the view the second time.
  const { composer } = chat(page)
  await composer.fill('')
  await click(frame, 'Take the keyboard later')
  await composer.click()
  const typed = 'all of this stays with the page'
  for (const key of typed) {
    await expect(composer).toBeFocused()
    await page.keyboard.press(key, { delay: 30 })
  }
  await expect(viewOf(page)).toContainText('took the keyboard twice')
  // A key in the very moment of a theft may be lost; nothing else is, and nothing is added.
  const kept = await composer.inputValue()
  let found = 0
  for (const key of typed) if (kept[found] === key) found += 1
  expect(kept.slice(0, found)).toBe(kept)
  expect(typed.length - found).toBeLessThanOrEqual(2)
  await expect.poll(() => page.frames().length).toBe(1)
  proves('apps.sealed.keyboard')

  // Run again, by F6 in and out.
  const run = viewOf(page).getByRole('button', { name: 'Run' })
  await run.click()
  const again = await frameOf(page)
  await viewOf(page).getByRole('button', { name: 'Enter' }).press('F6')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
  // A driver's keys go to the frame past the window; these come the way of a keyboard. The first key within a moment
  // of the one that entered is taken for that one.
  await expect(async () => {
    await gatehouse.app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      window?.webContents.sendInputEvent({ type: 'keyDown', keyCode: 'F6' })
    })
    const focused = await page.evaluate(() => document.activeElement?.tagName)
    expect(focused).not.toBe('IFRAME')
  }).toPass({ intervals: [500] })
  proves('apps.sealed.keys')

  // Self-navigation, a message that is too large and a flood end it.
  await click(again, 'Go elsewhere')
  await expect(viewOf(page)).toContainText('tried to go to another address')
  await run.click()
  const third = await frameOf(page)
  await third.evaluate(() => void setTimeout(() => (location.href = 'zoommtg://x')))
  await expect(viewOf(page)).toContainText('tried to go to another address')
  await run.click()
  await click(await frameOf(page), 'Large message')
  await expect(viewOf(page)).toContainText('sent too much')
  await run.click()
  await click(await frameOf(page), 'Flood')
  await expect(viewOf(page)).toContainText('sent too much')
  await expect.poll(() => page.frames().length).toBe(1)
  proves('apps.sealed.limits')

  // Another interface of the same server waits for the person.
  writeFileSync(join(scratch(testInfo), 'view.html'), '<!doctype html><h1 id="state">ready</h1>')
  await runBoard(page, board.server.config.id)
  await chat(page).approval('Show board').allowOnce()
  const changed = viewOf(page).last()
  await expect(changed).toContainText('The interface of board changed since')
  expect(page.frames()).toHaveLength(1)
  await changed.getByRole('button', { name: 'Draw the new one' }).click()
  await frameOf(page)
  proves('apps.drawn.changed')
})
