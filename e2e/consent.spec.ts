import { fixtureServerCommand } from '@gatehouse/testkit'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { allowBy, cancel, consentWindow, readToEnd } from './support/consent.ts'
import { planted, untilPressesAreStale } from './support/page-script.ts'
import { request } from './support/routes.ts'
import { scratch } from './support/scratch.ts'
import { serverDialog } from './support/server-dialog.ts'

/** Begins to add a server as a person does, up to the consent window. */
async function openReview({ page }: Gatehouse, pidFile: string): Promise<Page> {
  await page.keyboard.press('Control+2')
  await page.getByRole('button', { name: 'Add a server' }).first().click()
  const dialog = serverDialog(page)
  await dialog.fillCommand({ name: 'notes', ...fixtureServerCommand({ pidFile }) })
  return dialog.review()
}

/** The window is gone before the key is let go. */
async function cancelByKey(window: Page): Promise<void> {
  await window.keyboard.press('Escape').catch(() => undefined)
  await expect.poll(() => window.isClosed()).toBe(true)
}

test('page script cannot reach the consent window', async ({ gatehouse }, testInfo) => {
  const { page, app } = gatehouse
  const pidFile = join(scratch(testInfo), 'pid')
  await page.evaluate(() => {
    localStorage.setItem('planted', 'by the page')
    document.cookie = 'planted=1'
    const heard: unknown[] = []
    const channel = new BroadcastChannel('consent')
    channel.addEventListener('message', ({ data }) => heard.push(data))
    Object.assign(window, { heard, channel })
  })
  const window = await openReview(gatehouse, pidFile)
  const seen = await window.evaluate(() => {
    const own = globalThis as unknown as { consent: object; bridge?: object }
    const channel = new BroadcastChannel('consent')
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    channel.postMessage('from the consent window')
    return {
      href: location.href,
      opener: globalThis.opener as unknown,
      bridge: own.bridge,
      functions: Object.keys(own.consent).toSorted(),
      kept: localStorage.length,
      cookies: document.cookie,
      forbidden: ['require', 'process', 'ipcRenderer'].filter((name) => name in globalThis),
    }
  })
  expect(seen).toEqual({
    href: 'app://consent/',
    opener: null,
    bridge: undefined,
    functions: ['decide', 'read', 'reveal'],
    kept: 0,
    cookies: '',
    forbidden: [],
  })
  const tried = await page.evaluate(async () => {
    const fetched = await fetch('app://consent/').then(
      ({ status }) => status,
      () => 'refused',
    )
    const opened = [
      open('app://consent/'),
      open('app://consent/', 'Gatehouse'),
      open('', 'Gatehouse'),
    ]
    location.href = 'app://consent/'
    await new Promise((resolve) => setTimeout(resolve, 200))
    const { heard } = globalThis as unknown as { heard: unknown[] }
    return { fetched, opened: opened.map((it) => it === null), heard, consent: 'consent' in window }
  })
  expect(tried).toEqual({
    fetched: 'refused',
    opened: [true, true, true],
    heard: [],
    consent: false,
  })
  expect(page.url()).toBe('app://gatehouse/')
  // A page of ours with the other preload is not the consent window, and gets nothing.
  const stranger = await app.evaluate(async ({ app: electronApp, BrowserWindow, session }) => {
    const preload = `${electronApp.getAppPath()}/out/preload/consent.cjs`
    const own = session.fromPartition('consent')
    const other = new BrowserWindow({
      show: false,
      webPreferences: { preload, sandbox: true, session: own },
    })
    try {
      await other.loadURL('app://consent/')
      return (await other.webContents.executeJavaScript(
        '(async () => [await consent.read(), await consent.decide("x", "allow")])()',
      )) as unknown
    } finally {
      other.destroy()
    }
  })
  expect(stranger).toEqual([undefined, undefined])
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows().find(
      ({ webContents }) => webContents.getURL() === 'app://consent/',
    )?.webContents
    return (contents as unknown as { getLastWebPreferences(): object }).getLastWebPreferences()
  })
  expect(preferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webviewTag: false,
  })
  await cancel(page)
  expect(existsSync(pidFile)).toBe(false)
})

test('a press that was meant for the page does not consent', async ({ gatehouse }, testInfo) => {
  const { page } = gatehouse
  const pidFile = join(scratch(testInfo), 'pid')
  const window = await openReview(gatehouse, pidFile)
  // At once: by its own script, by a click on what is not enabled yet, by Enter.
  const quick = await window.evaluate(async () => {
    const { consent } = globalThis as unknown as {
      consent: {
        read(): Promise<{ id: string }>
        decide(id: string, decision: string): Promise<boolean>
      }
    }
    const { id } = await consent.read()
    const counted = await consent.decide(id, 'allow-and-start')
    for (const button of document.querySelectorAll<HTMLButtonElement>('footer button:disabled'))
      button.click()
    return [counted, await consent.decide('another', 'allow-and-start')]
  })
  expect(quick).toEqual([false, false])
  await window.keyboard.press('Enter')
  await window.keyboard.press('Control+Enter')
  expect(window.isClosed()).toBe(false)

  // Script in it, were there any, could not do it later either: nobody pressed anything.
  await readToEnd(window)
  await untilPressesAreStale(page)
  const late = await window.evaluate(async () => {
    const { consent } = globalThis as unknown as {
      consent: {
        read(): Promise<{ id: string }>
        decide(id: string, decision: string): Promise<boolean>
      }
    }
    const { id } = await consent.read()
    return consent.decide(id, 'allow-and-start')
  })
  expect(late).toBe(false)
  expect(await request(page, 'server.list', {})).toEqual([])
  expect(existsSync(pidFile)).toBe(false)
  await cancelByKey(window)
  // What was filled in is still there.
  await expect(serverDialog(page).sheet).toBeVisible()
})

test('nothing is consented to that was not in view', async ({ gatehouse }) => {
  const { page } = gatehouse
  const args = Array.from({ length: 100 }, (_, index) => `--option-${index}=value`)
  const work = request(page, 'server.propose', {
    name: 'long',
    transport: { kind: 'stdio', command: 'node', args, env: [] },
  })
  const window = await consentWindow(page)
  await expect(window.getByText('There is more below.')).toBeVisible()
  await page.waitForTimeout(1200)
  await expect(window.getByRole('button', { name: 'Add and start' })).toBeDisabled()
  await window.keyboard.press('Control+Enter')
  for (let page_ = 0; page_ < 4; page_ += 1)
    await window.getByRole('button', { name: 'Next page' }).click()
  await expect(window.getByRole('button', { name: 'Add and start' })).toBeDisabled()
  await readToEnd(window)
  await expect(window.getByText('There is more below.')).toBeHidden()
  await expect(window.getByText('--option-99=value')).toBeInViewport()
  await allowBy(page, 'Add without starting')
  expect(await work).toMatchObject({ outcome: 'saved' })
})

test('what the person was asked ends with the page that asked, and with the app', async ({
  gatehouse,
}, testInfo) => {
  const pidFile = join(scratch(testInfo), 'pid')
  const first = await openReview(gatehouse, pidFile)
  await gatehouse.app.evaluate(({ BrowserWindow }) => {
    const all = BrowserWindow.getAllWindows().map(({ webContents }) => webContents)
    all.find((contents) => contents.getURL() === 'app://gatehouse/')?.reload()
  })
  await expect.poll(() => first.isClosed()).toBe(true)
  await gatehouse.page.getByRole('navigation').first().waitFor()
  const second = await openReview(gatehouse, pidFile)
  await gatehouse.app.evaluate(({ BrowserWindow }) => {
    const all = BrowserWindow.getAllWindows().map(({ webContents }) => webContents)
    all.find((contents) => contents.getURL() === 'app://gatehouse/')?.forcefullyCrashRenderer()
  })
  await expect.poll(() => second.isClosed()).toBe(true)
  expect(existsSync(pidFile)).toBe(false)
})

test('the app quits while a consent is open, and nothing has run', async ({
  gatehouse,
}, testInfo) => {
  const pidFile = join(scratch(testInfo), 'pid')
  await openReview(gatehouse, pidFile)
  expect(await gatehouse.quit()).toBe(0)
  await gatehouse.restart()
  expect(await request(gatehouse.page, 'server.list', {})).toEqual([])
  expect(existsSync(pidFile)).toBe(false)
})

test('the consent window is there soon, over the window that it belongs to', async ({
  gatehouse,
}, testInfo) => {
  const { page, app } = gatehouse
  const times: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const started = Date.now()
    const work = request(page, 'server.propose', planted({ command: 'node', args: [] }) as never)
    await expect
      .poll(
        () =>
          app.evaluate(({ BrowserWindow }) =>
            BrowserWindow.getAllWindows().some(
              (window) => window.webContents.getURL() === 'app://consent/' && window.isVisible(),
            ),
          ),
        { intervals: [10] },
      )
      .toBe(true)
    times.push(Date.now() - started)
    const inside = await app.evaluate(({ BrowserWindow }) => {
      const all = BrowserWindow.getAllWindows()
      const boundsOf = (url: string) =>
        all.find((window) => window.webContents.getURL() === url)?.getBounds()
      const [outer, inner] = [boundsOf('app://gatehouse/'), boundsOf('app://consent/')]
      if (!outer || !inner) return 'not there'
      const fits = inner.x > outer.x && inner.x + inner.width < outer.x + outer.width
      return fits ? 'inside' : JSON.stringify({ outer, inner })
    })
    expect(inside).toBe('inside')
    await cancel(page)
    await work
  }
  testInfo.annotations.push({ type: 'ms', description: times.join(', ') })
  // Generous: several tests share the machine.
  expect(Math.min(...times)).toBeLessThan(1500)
})
