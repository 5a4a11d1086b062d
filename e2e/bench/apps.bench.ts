/** A chat with fifty interfaces of servers (MCP Apps), four of which run. */
import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Frame, Page } from 'playwright-core'
import { memoryOf } from '../fuzz/meters/processes.ts'
import { expect, test, type Gatehouse } from '../launch.ts'
import { addBoard, runBoard, viewOf } from '../support/apps.ts'
import { chat } from '../support/chat.ts'
import { typeInBareWindow } from './bare-window.ts'
import { atMost, percentile, report, type Measure } from './measures.ts'
import { followThread } from './thread-clock.ts'
import { windowMemory, windowProcess } from './window-memory.ts'
import { typeOn, watchWindow } from './window-meter.ts'

const VIEWS = 50
const LIVE = 4

test('a chat with fifty interfaces', async ({ launch }) => {
  const gatehouse = await launch()
  const { page, app } = gatehouse
  const bare = await typeInBareWindow()
  const folder = mkdtempSync(join(tmpdir(), 'bench-apps-'))
  copyFileSync(join(import.meta.dirname, '../support/attack-view.html'), join(folder, 'view.html'))
  const { server } = await addBoard(gatehouse, folder)
  await openViews(page, server.config.id, { from: 0, to: LIVE })
  const few = { window: await windowMemory(app), views: await viewMemory(app) }
  await openViews(page, server.config.id, { from: LIVE, to: VIEWS })
  const many = { window: await windowMemory(app), views: await viewMemory(app) }
  report([
    ...memoryMeasures(few, many),
    ...(await usage(gatehouse, bare)),
    await ended(gatehouse, 'spin'),
    await ended(gatehouse, 'eat'),
  ])
})

/** Runs the tool until so many calls have their interfaces; the first call is allowed for the chat. */
async function openViews(
  page: Page,
  serverId: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  for (let count = from; count < to; count += 1) {
    const before = new Set(viewFrames(page))
    await runBoard(page, serverId)
    if (count === 0) await chat(page).approval('Show board').allowInChat()
    // One more is there, and one that ended for it is gone.
    const isOpen = (): boolean => viewFrames(page).some((frame) => !before.has(frame))
    await expect.poll(isOpen, { timeout: 30_000 }).toBe(true)
    const frames = (): number => viewFrames(page).length
    await expect.poll(frames, { timeout: 30_000 }).toBe(Math.min(count + 1, LIVE))
  }
}

const viewFrames = (page: Page): Frame[] =>
  page.frames().filter((frame) => frame.url().startsWith('mcp-app://v-'))

/** Processes of views and their proxies. */
const viewProcesses = (app: ElectronApplication): Promise<number[]> =>
  app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    const frames = window?.webContents.mainFrame.framesInSubtree ?? []
    return [
      ...new Set(
        frames.flatMap((frame) => (frame.url.startsWith('mcp-app:') ? frame.osProcessId : [])),
      ),
    ]
  })

const viewMemory = async (app: ElectronApplication): Promise<number> =>
  memoryOf(await viewProcesses(app))

interface Memory {
  /** MB. */
  window: number
  views: number
}

function memoryMeasures(few: Memory, many: Memory): Measure[] {
  const measure = (what: string, before: number, after: number): Measure => ({
    what,
    seen: `${Math.round(after)} MB, with ${LIVE} ${Math.round(before)} MB: ${(after / before).toFixed(2)}x`,
    target: 'at most 1.3x',
    isMet: after / before <= 1.3,
  })
  return [
    measure(`Memory of all views of a chat with ${VIEWS}`, few.views, many.views),
    measure('… of the window', few.window, many.window),
  ]
}

/** Types, then scrolls from the last view to the first and back. */
async function usage({ page, app }: Gatehouse, bare: readonly number[]): Promise<Measure[]> {
  const clock = followThread(await windowProcess(app))
  try {
    const window = await watchWindow(page, clock)
    await chat(page).composer.focus()
    await window.take()
    const typing = typeOn(page)
    await page.waitForTimeout(8000)
    await typing.stop()
    const typed = await window.take()
    await chat(page).composer.fill('')
    const box = await chat(page).transcript.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 8, (box?.y ?? 0) + 100)
    for (const step of [-400, 400])
      for (let count = 0; count < 60; count += 1) {
        await page.mouse.wheel(0, step)
        await page.waitForTimeout(30)
      }
    const scrolled = await window.take()
    const most = (values: readonly number[]) => Math.max(0, ...values)
    const [keys, bareKeys] = [percentile(typed.keys, 99), percentile(bare, 99)]
    return [
      atMost('Typing with four running, p99 over the bare window', keys - bareKeys, {
        limit: 16,
        beside: `${Math.round(keys)} against ${Math.round(bareKeys)} ms`,
      }),
      atMost('Longest task of the window by scrolling (0: none over 50 ms)', most(scrolled.tasks), {
        limit: 50,
        beside: `${Math.round(most(scrolled.wholeTasks))} ms with other processes’ turns`,
      }),
    ]
  } finally {
    clock.close()
  }
}

/** Has the last view spin or take memory: the time until its process has ended, and no other has. */
async function ended({ page, app }: Gatehouse, attack: 'spin' | 'eat'): Promise<Measure> {
  const card = viewOf(page).last()
  await card.scrollIntoViewIfNeeded()
  if ((await card.getAttribute('data-state')) !== 'open')
    await card.getByRole('button', { name: 'Run' }).click()
  await expect(card).toHaveAttribute('data-state', 'open')
  await expect.poll(() => viewFrames(page).length, { timeout: 30_000 }).toBe(LIVE)
  const frame = viewFrames(page).at(-1)
  if (!frame) throw new Error('There is no view.')
  await expect(frame.locator('#state')).toHaveText('ready')
  const before = await viewProcesses(app)
  const window = await windowProcess(app)
  const started = performance.now()
  await frame.evaluate(
    (name) => dispatchEvent(new CustomEvent('attack', { detail: [name] })),
    attack,
  )
  await expect(card).not.toHaveAttribute('data-state', 'open')
  const seconds = (performance.now() - started) / 1000
  await page.waitForTimeout(2000)
  const left = before.filter((pid) => isAlive(pid))
  const others = left.length === before.length - 2 && isAlive(window)
  return {
    what:
      attack === 'spin' ? 'A view that spins is ended in' : 'A view that eats memory is ended in',
    seen: `${seconds.toFixed(1)} s; of ${before.length} processes ${left.length} are left`,
    target: 'at most 2 s, and only its two processes',
    isMet: seconds <= 2 && others,
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
