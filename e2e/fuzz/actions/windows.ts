import type { Page } from 'playwright-core'
import { request } from '../../support/routes.ts'
import { chatWindows, closeWindow, toFront } from '../../support/windows.ts'
import { oddName } from '../generators/words.mjs'
import type { Random } from '../random.mjs'
import type { World } from '../world.ts'
import type { Action } from './action.ts'
import { refuseAll } from './consenting-to.ts'

/** At most so many windows of chats at a time; another one takes the place of the oldest. */
const MOST = 2
const SHORT = { timeout: 2000 }

/** The window of a chat or quick ask; the driver hears of it a moment after it is there. */
async function windowAt({ subject }: World, path: string): Promise<Page> {
  const { app, page } = subject.gatehouse
  for (let left = 40; ; left -= 1) {
    const found = app.windows().find((one) => !one.isClosed() && one.url().endsWith(path))
    if (found) return found
    if (left === 0) throw new Error(`There is no window at ${path}.`)
    await page.waitForTimeout(100)
  }
}

async function type(page: Page, random: Random): Promise<void> {
  const field = page.locator('[data-composer]').locator('visible=true').first()
  await field.fill(`${oddName(random)} go`, SHORT)
  await field.press('Enter', SHORT)
}

/** Script of a page that has no press calls what acts: none of it may be done. */
async function actUnpressed(world: World, page: Page, id: string): Promise<void> {
  await page.waitForTimeout(3200)
  const accepted = await page.evaluate(async (chat) => {
    const { bridge } = window as unknown as {
      bridge: { request(route: string, input: unknown): Promise<{ ok: boolean }> }
    }
    const calls: [string, object][] = [
      ['window.open-chat', { id: chat }],
      ['window.open-quick', {}],
      ['window.show-place', { place: { section: 'settings' } }],
      ['chat.send', { id: chat, text: 'unpressed', attachmentIds: [] }],
    ]
    const results = await Promise.all(calls.map(([route, input]) => bridge.request(route, input)))
    return calls.filter((_call, at) => results[at]?.ok).map(([route]) => route)
  }, id)
  for (const route of accepted)
    world.subject.breach('commands', `${route} was done in a window without a press`)
}

/** Tears a chat off, writes in its window, and leaves it open or goes back. */
async function openChat(world: World, random: Random): Promise<string> {
  const { app, page } = world.subject.gatehouse
  await refuseAll(page)
  await toFront(app, page)
  const chats = await request(page, 'chat.list', {})
  const { id } = random.pick(chats)
  const [oldest, ...others] = chatWindows({ app })
  if (oldest && others.length + 1 >= MOST) await closeWindow(app, oldest)
  await request(page, 'window.open-chat', { id })
  try {
    const own = await windowAt(world, `?chat=${id}`)
    await own.locator('[data-composer]').waitFor({ timeout: 5000 })
    await toFront(app, own)
    const act = random.weighted<() => Promise<unknown>>([
      [4, () => type(own, random)],
      [1, () => actUnpressed(world, own, id)],
      [1, () => own.reload()],
      [1, () => request(own, 'window.show-place', { place: { section: 'activity' } })],
      [2, () => closeWindow(app, own)],
    ])
    await act().catch(() => undefined)
    return `${chatWindows({ app }).length} open of ${chats.length}`
  } finally {
    await toFront(app, page)
  }
}

/** One press that wants to open a crowd of windows. */
async function openMany(world: World): Promise<string> {
  const { app, page } = world.subject.gatehouse
  await refuseAll(page)
  await toFront(app, page)
  const before = chatWindows({ app }).length
  const ids = (await request(page, 'chat.list', {})).slice(0, 12).map(({ id }) => id)
  await page.keyboard.press('Shift')
  const opened = await page.evaluate(async (chats) => {
    const { bridge } = window as unknown as {
      bridge: { request(route: string, input: unknown): Promise<{ ok: boolean }> }
    }
    const results = await Promise.all(chats.map((id) => bridge.request('window.open-chat', { id })))
    return results.filter(({ ok }) => ok).length
  }, ids)
  if (opened > 1) world.subject.breach('commands', `One press opened ${opened} windows`)
  await page.waitForTimeout(500)
  for (const one of chatWindows({ app }).slice(before)) await closeWindow(app, one)
  await toFront(app, page)
  return `${opened} of ${ids.length} opened`
}

/** Asks in the small window, and leaves it in one of the ways that there are. */
async function askQuickly(world: World, random: Random): Promise<string> {
  const { app, page } = world.subject.gatehouse
  await refuseAll(page)
  await toFront(app, page)
  await request(page, 'window.open-quick', {})
  try {
    const quick = await windowAt(world, '?quick')
    await quick.locator('[data-composer]').waitFor({ timeout: 5000 })
    await toFront(app, quick)
    if (random.chance(0.7)) await type(quick, random)
    for (let count = random.int(0, 4); count > 0; count -= 1)
      await request(quick, 'window.quick-chat', { isNew: random.chance(0.5) })
    const leave = random.pick<() => Promise<unknown>>([
      () => quick.keyboard.press('Escape'),
      () => request(quick, 'window.hide', {}),
      () => quick.reload(),
      () => closeWindow(app, quick),
    ])
    await leave().catch(() => undefined)
    return quick.isClosed() ? 'asked and closed' : 'asked'
  } finally {
    await toFront(app, page)
  }
}

export const windowActions: Action[] = [
  { name: 'open the window of a chat', weight: 4, run: openChat },
  { name: 'open a crowd of windows', weight: 2, run: openMany },
  { name: 'ask quickly', weight: 3, run: askQuickly },
]
