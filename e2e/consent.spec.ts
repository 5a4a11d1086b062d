import { fixtureServerCommand } from '@gatehouse/testkit'
import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { allowBy, cancel, consentWindow, openConsentWindow, readToEnd } from './support/consent.ts'
import { callFromPage, planted, untilPressesAreStale } from './support/page-script.ts'
import { request } from './support/routes.ts'
import { scratch } from './support/scratch.ts'
import { serverDialog } from './support/server-dialog.ts'
import { longestTaskDuring } from './support/window-tasks.ts'

test.use({ ownApp: true })

/** The globals of the consent window's page. */
interface ConsentScope {
  consent: {
    read(): Promise<{ id: string }>
    decide(id: string, decision: string): Promise<boolean>
  }
}

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

/**
 * @threat consent.reach-window
 * @attacker page
 * @tries Reaches the consent window by its address, its name, an opener, a channel, a cookie or storage, or acts as it
 * with its preload script.
 * @stoppedBy It has its own in-memory session, host, preload script and channels; main serves only that very window’s
 * main frame.
 */
test('page script cannot reach the consent window', async ({ gatehouse }, testInfo) => {
  const { page, app } = gatehouse
  const pidFile = join(scratch(testInfo), 'pid')
  await page.evaluate(() => {
    localStorage.setItem('planted', 'by the page')
    document.cookie = 'planted=1'
    const posts: unknown[] = []
    const channel = new BroadcastChannel('consent')
    channel.addEventListener('message', ({ data }) => posts.push(data))
    Object.assign(window, { posts, channel })
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
    const { posts } = globalThis as unknown as { posts: unknown[] }
    return { fetched, opened: opened.map((it) => it === null), posts, consent: 'consent' in window }
  })
  expect(tried).toEqual({
    fetched: 'refused',
    opened: [true, true, true],
    posts: [],
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

/**
 * @threat consent.stray-press
 * @attacker page
 * @tries Has the consent window open under a press that was meant for the page: a double click, Enter, a held key, a
 * stolen focus.
 * @stoppedBy Main counts a decision only for a real press that began half a second after the window was in front
 * without a break.
 */
test('a press that was meant for the page does not consent', async ({ gatehouse }, testInfo) => {
  const { page, app } = gatehouse
  const pidFile = join(scratch(testInfo), 'pid')
  const window = await openReview(gatehouse, pidFile)
  // At once: by its own script, by a click on what is not enabled yet.
  const quick = await window.evaluate(async () => {
    const { consent } = globalThis as unknown as ConsentScope
    const { id } = await consent.read()
    const counted = await consent.decide(id, 'allow-and-start')
    for (const button of document.querySelectorAll<HTMLButtonElement>('footer button:disabled'))
      button.click()
    return [counted, await consent.decide('another', 'allow-and-start')]
  })
  expect(quick).toEqual([false, false])
  // By a key in the moment in which it comes to the front, however long a driver takes for a key.
  await readToEnd(window)
  const decided = await window.evaluateHandle(() => {
    const { consent } = globalThis as unknown as ConsentScope
    return {
      byKey: Promise.all([
        consent.read(),
        new Promise((resolve) => document.addEventListener('keydown', resolve, { once: true })),
      ]).then(([{ id }]) => consent.decide(id, 'allow-and-start')),
    }
  })
  await app.evaluate(async ({ BrowserWindow }) => {
    const [ours] = BrowserWindow.getAllWindows().filter(({ webContents }) =>
      webContents.getURL().startsWith('app://consent/'),
    )
    ours?.hide()
    ours?.show()
    ours?.focus()
    await new Promise((resolve) => setTimeout(resolve, 100))
    ours?.webContents.sendInputEvent({ type: 'keyDown', keyCode: 'Enter', modifiers: ['control'] })
  })
  expect(await decided.evaluate(({ byKey }) => byKey)).toBe(false)
  expect(window.isClosed()).toBe(false)

  // Script in it, were there any, could not do it later either: nobody pressed anything.
  await untilPressesAreStale(page)
  const late = await window.evaluate(async () => {
    const { consent } = globalThis as unknown as ConsentScope
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

/**
 * @threat consent.out-of-view
 * @attacker configuration
 * @tries Hides what matters below the edge of the window, behind a hundred harmless arguments.
 * @stoppedBy The consenting buttons work only once everything was scrolled through.
 */
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
  for (let page_ = 0; page_ < 2; page_ += 1)
    await window.getByRole('button', { name: 'Next page' }).click()
  await expect(window.getByRole('button', { name: 'Add and start' })).toBeDisabled()
  await readToEnd(window)
  await expect(window.getByText('There is more below.')).toBeHidden()
  await expect(window.getByText('--option-99=value')).toBeInViewport()
  await allowBy(page, 'Add without starting')
  expect(await work).toMatchObject({ outcome: 'saved' })
})

/**
 * @threat consent.never-drawn
 * @attacker configuration
 * @tries Puts what matters behind so many hidden characters, letters or lines that it is drawn only on demand, or
 * behind a link to another file.
 * @stoppedBy The window draws everything and allows nothing while a part is folded, cut or not drawn yet; the real file
 * behind a link stands in plain sight; what no person could read is refused in words.
 */
test('a launch is shown whole, whatever is put before what matters', async ({
  gatehouse,
}, testInfo) => {
  const { page } = gatehouse
  const folder = scratch(testInfo)
  const program = join(folder, 'evil-program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const link = join(folder, 'github-mcp-server')
  symlinkSync(program, link)
  const decoy = '\u00ad\u200b'.repeat(300)
  const work = request(page, 'server.propose', {
    name: 'notes',
    transport: {
      kind: 'stdio',
      command: link,
      args: [`${decoy}; EVIL-ARGUMENT`],
      env: [{ name: 'NOTES', value: `${'x'.repeat(62_000)} EVIL-VALUE`, secret: false }],
    },
  })
  const window = await consentWindow(page)
  await readToEnd(window)
  const text = await window.getByRole('main').innerText()
  for (const part of ['EVIL-ARGUMENT', 'EVIL-VALUE', link, program]) expect(text).toContain(part)
  await expect(window.getByTestId('unseen')).toHaveCount(0)
  expect(await window.locator('[data-more-text], details:not([open])').count()).toBe(0)
  await allowBy(page, 'Add without starting')
  expect(await work).toMatchObject({ outcome: 'saved' })
})

/** @threat consent.never-drawn */
test(
  'a launch that nobody could read is refused in words, and asks nothing',
  nightly(),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    await page.keyboard.press('Shift')
    const result = await callFromPage(page, 'server.propose', {
      name: 'large',
      transport: { kind: 'stdio', command: 'node', args: ['\u00ad\u200b'.repeat(1200)], env: [] },
    })
    expect(result.error).toMatchObject({
      code: 'ipc/invalid-input',
      message: expect.stringContaining('too much to read before it runs'),
    })
    expect(openConsentWindow(page)).toBeUndefined()
  },
)

/** Milliseconds of a processor, of the slowest machine that runs the tests. */
const LONGEST_DRAWING_MS = 1000

/** @threat consent.freeze */
test(
  'the consent window stays responsive while the largest launch is drawn',
  nightly(),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const hidden = '\u00ad\u200b'.repeat(990)
    const args = [hidden, ...Array.from({ length: 50 }, () => 'ﷺ ab'.repeat(1_250))]
    const propose = () =>
      request(page, 'server.propose', {
        name: 'largest',
        transport: { kind: 'stdio', command: 'node', args, env: [] },
      })
    let work: ReturnType<typeof propose> | undefined
    const longest = await longestTaskDuring(page, async () => {
      work = propose()
      const drawn = await consentWindow(page)
      await expect(drawn.locator('main ol > li')).toHaveCount(51, { timeout: 60_000 })
      await expect(drawn.getByTestId('unseen')).toHaveCount(0, { timeout: 60_000 })
    })
    testInfo.annotations.push({ type: 'longest task', description: `${Math.round(longest)} ms` })
    // Drawn at once, such a launch and ten times as much were one task of seconds.
    expect(longest).toBeLessThan(LONGEST_DRAWING_MS)
    const window = await consentWindow(page)
    await readToEnd(window)
    await cancel(page)
    expect(await work).toEqual({ outcome: 'cancelled' })
  },
)

/** One press, and four proposals that come of it. */
async function proposeFour({ page }: Gatehouse): Promise<void> {
  await page.keyboard.press('Shift')
  await page.evaluate(() => {
    const { bridge } = globalThis as unknown as {
      bridge: { request(name: string, input: unknown): Promise<unknown> }
    }
    const transport = { kind: 'stdio', command: 'node', args: [], env: [] }
    for (let one = 0; one < 4; one += 1)
      void bridge.request('server.propose', { name: `number ${one}`, transport })
  })
  await consentWindow(page)
}

/** @threat consent.orphan */
test('what waits behind a consent ends with the page that asked, unseen', async ({ gatehouse }) => {
  const { page, app } = gatehouse
  await proposeFour(gatehouse)
  const shown = await app.evaluateHandle(({ app: electronApp }) => {
    const count = { windows: 0 }
    electronApp.on('browser-window-created', () => (count.windows += 1))
    return count
  })
  await app.evaluate(({ BrowserWindow }) => {
    const all = BrowserWindow.getAllWindows().map(({ webContents }) => webContents)
    all.find((contents) => contents.getURL() === 'app://gatehouse/')?.reload()
  })
  await expect.poll(() => openConsentWindow(page)).toBeUndefined()
  await page.getByRole('navigation').first().waitFor()
  // A page that asks again is heard again.
  const work = request(page, 'server.propose', planted({ command: 'node', args: [] }) as never)
  await consentWindow(page)
  expect(await shown.evaluate(({ windows }) => windows)).toBe(1)
  await cancel(page)
  expect(await work).toEqual({ outcome: 'cancelled' })
})

/**
 * @threat consent.quit-as-crash
 * @attacker page
 * @tries Makes a quit count as a crash, so that the next start holds servers back: consents that wait, a page that asks
 * to stay.
 * @stoppedBy Leaving cancels every consent and takes no other; a page cannot keep its window, its drafts are saved as
 * it is hidden.
 */
test('an app that quits while consents wait was not a crash', nightly(), async ({ gatehouse }) => {
  await proposeFour(gatehouse)
  expect(await gatehouse.quit()).toBe(0)
  await gatehouse.restart()
  expect(await request(gatehouse.page, 'app.safe-start', {})).toBeNull()
})

/** @threat consent.quit-as-crash */
test(
  'a page that asks to stay is closed all the same, and that is not a crash',
  nightly(),
  async ({ gatehouse }) => {
    const { page, app } = gatehouse
    await page.keyboard.press('Shift')
    await page.evaluate(() => {
      addEventListener('beforeunload', (event) => {
        event.preventDefault()
        Object.assign(event, { returnValue: true })
      })
    })
    const closed = page.waitForEvent('close')
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await closed
    await gatehouse.quit()
    await gatehouse.restart()
    expect(await request(gatehouse.page, 'app.safe-start', {})).toBeNull()
  },
)

/**
 * @threat consent.orphan
 * @attacker page
 * @tries Leaves a consent window behind after the page that asked was reloaded or crashed.
 * @stoppedBy It is cancelled with the page that asked, and with the app; so is, unseen, all that waits behind it.
 */
test(
  'what the person was asked ends with the page that asked, and with the app',
  nightly(),
  async ({ gatehouse }, testInfo) => {
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
  },
)

/** @threat consent.orphan */
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

test(
  'the consent window is there soon, over the window that it belongs to',
  nightly(),
  async ({ gatehouse }, testInfo) => {
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
  },
)
