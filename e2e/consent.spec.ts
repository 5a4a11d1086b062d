import { fixtureServerCommand, startFakeModelEndpoint, startHttpServer } from '@gatehouse/testkit'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startForeignServer } from './foreign-server.ts'
import { expect, test, type Gatehouse } from './launch.ts'
import { chat } from './support/chat.ts'
import {
  allow,
  allowBy,
  cancel,
  consentText,
  consentWindow,
  openConsentWindow,
  readToEnd,
} from './support/consent.ts'
import { connectScripted, KEY } from './support/models.ts'
import { request } from './support/routes.ts'
import { scratch, readEvents } from './support/scratch.ts'
import { serverDialog } from './support/server-dialog.ts'
import { addServer } from './support/servers.ts'

interface Answer {
  ok: boolean
  data?: { outcome?: string }
  error?: { code: string }
}

/** What page script gets that calls a route by itself, with no key or button pressed by anybody. */
const callFromPage = (page: Page, route: string, input: unknown): Promise<Answer> =>
  page.evaluate(
    ([name, value]) => {
      const { bridge } = window as unknown as {
        bridge: { request(name: string, input: unknown): Promise<Answer> }
      }
      return bridge.request(name, value)
    },
    [route, input] as const,
  )

/** Why a call was refused. */
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'not refused',
    (error: unknown) => String(error),
  )

/** Longer than a press counts for anything. */
const untilPressesAreStale = (page: Page) => page.waitForTimeout(3200)

const stdio = (command: { command: string; args: string[] }) => ({
  name: 'planted',
  transport: { kind: 'stdio', ...command, env: [] },
})

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

test('page script cannot start a program, however it calls main', async ({
  gatehouse,
}, testInfo) => {
  const { page } = gatehouse
  const pidFile = join(scratch(testInfo), 'pid')
  const draft = stdio(fixtureServerCommand({ pidFile }))
  await untilPressesAreStale(page)
  for (const route of ['server.review', 'server.save', 'import.review', 'import.save']) {
    const { error } = await callFromPage(page, route, { ...draft, reviewId: 'x', start: true })
    expect(error?.code).toBe('ipc/unknown-route')
  }
  const forged = await callFromPage(page, 'server.propose', draft)
  expect(forged.error?.code).toBe('app/not-by-person')
  // Events that script makes are none.
  await page.evaluate(() => {
    for (const type of ['mousedown', 'mouseup', 'click', 'pointerdown'])
      document.body.dispatchEvent(new MouseEvent(type, { bubbles: true }))
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    document.querySelector('button')?.focus()
  })
  const synthetic = await callFromPage(page, 'server.propose', draft)
  expect(synthetic.error?.code).toBe('app/not-by-person')
  expect(openConsentWindow(page)).toBeUndefined()

  // It may ride on a press of the person, but then all it can do is to show what it wants.
  const riding = request(page, 'server.propose', draft as never)
  const window = await consentWindow(page)
  await expect(consentText(window)).toContainText(pidFile)
  await page.evaluate(() => {
    for (const button of document.querySelectorAll('button')) button.click()
  })
  await cancel(page)
  expect(await riding).toEqual({ outcome: 'cancelled' })
  expect(await request(page, 'server.list', {})).toEqual([])
  expect(existsSync(pidFile)).toBe(false)
})

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
    new BroadcastChannel('consent').postMessage('from the consent window')
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
    functions: ['decide', 'read'],
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
  await gatehouse.page.locator('[data-composer]').waitFor()
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

test('page script cannot pile consents up', async ({ gatehouse }) => {
  const { page } = gatehouse
  await page.keyboard.press('Shift')
  const answers = page.evaluate(async () => {
    const { bridge } = window as unknown as {
      bridge: { request(name: string, input: unknown): Promise<Answer> }
    }
    const propose = (number: number) =>
      bridge.request('server.propose', {
        name: `number ${number}`,
        transport: { kind: 'stdio', command: 'node', args: [], env: [] },
      })
    const all = await Promise.all(Array.from({ length: 30 }, (_, index) => propose(index)))
    return all.map(({ error, data }) => error?.code ?? data?.outcome)
  })
  for (let round = 0; round < 4; round += 1) {
    const window = await consentWindow(page)
    await expect(consentText(window)).toContainText(/number \d/)
    await cancel(page)
  }
  const outcomes = await answers
  expect(outcomes.filter((outcome) => outcome === 'cancelled')).toHaveLength(4)
  expect(outcomes.filter((outcome) => outcome === 'consent/too-many')).toHaveLength(26)
  expect(openConsentWindow(page)).toBeUndefined()
})

test('page script cannot send chats or a key to a new address', async ({ gatehouse }) => {
  const { page } = gatehouse
  const foreign = await startForeignServer()
  try {
    const draft = {
      kind: 'openai-compatible',
      name: 'mine',
      baseUrl: `${foreign.url}/v1`,
      key: KEY,
    }
    const models = [{ id: 'm' }]
    await untilPressesAreStale(page)
    const forged = await callFromPage(page, 'provider.test', draft)
    expect(forged.error?.code).toBe('app/not-by-person')
    const riding = refusal(request(page, 'provider.test', draft as never))
    const window = await consentWindow(page)
    await expect(consentText(window)).toContainText(foreign.url)
    await expect(consentText(window)).not.toContainText(KEY)
    await cancel(page)
    expect(await riding).toContain('provider/not-allowed')
    const saving = refusal(request(page, 'provider.save', { draft, models } as never))
    await cancel(page)
    expect(await saving).toContain('provider/not-allowed')
    expect(await request(page, 'provider.list', {})).toEqual([])
    expect(foreign.requests).toEqual([])

    // A provider that is there cannot be pointed elsewhere either, with or without a key.
    const endpoint = await startFakeModelEndpoint({ key: KEY })
    const good = { ...draft, baseUrl: `${endpoint.url}/v1` }
    const added = request(page, 'provider.save', { draft: good, models } as never)
    await allow(page)
    const { id } = await added
    const elsewhere = { draft: { ...good, id, baseUrl: draft.baseUrl }, models }
    const moved = refusal(request(page, 'provider.save', elsewhere as never))
    await expect(consentText(await consentWindow(page))).toContainText(endpoint.url)
    await cancel(page)
    expect(await moved).toContain('provider/not-allowed')
    expect(foreign.requests).toEqual([])
  } finally {
    foreign.close()
  }
})

test('page script cannot point a server with its secret at another address', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  const foreign = await startForeignServer()
  const server = await startHttpServer({ era: 'legacy', features: ['echo'] })
  try {
    const { config } = await addServer(page, { url: server.url }, { name: 'far' })
    await untilPressesAreStale(page)
    const draft = {
      id: config.id,
      name: 'far',
      transport: {
        kind: 'http',
        url: foreign.url,
        headers: [{ name: 'Authorization', value: null, secret: true }],
      },
    }
    const forged = await callFromPage(page, 'server.propose', draft)
    expect(forged.error?.code).toBe('app/not-by-person')
    const riding = request(page, 'server.propose', draft as never)
    const window = await consentWindow(page)
    await expect(consentText(window)).toContainText('What changes')
    await expect(consentText(window)).toContainText(foreign.url)
    await cancel(page)
    expect(await riding).toEqual({ outcome: 'cancelled' })
    expect(foreign.requests).toEqual([])
  } finally {
    foreign.close()
    await server.close()
  }
})

test('page script cannot answer an ask, and no press answers two', async ({
  gatehouse,
}, testInfo) => {
  const { page } = gatehouse
  const eventsFile = join(scratch(testInfo), 'events')
  await addServer(page, fixtureServerCommand({ features: ['echo'], eventsFile }), { name: 'notes' })
  const call = (text: string) => ({ name: 'notes__echo', arguments: { text } })
  const endpoint = await connectScripted(page, 'chat', [
    { text: 'Twice.', toolCalls: [call('one'), call('two')] },
    { text: 'Done.' },
  ])
  try {
    const open = chat(page)
    await open.send('Go')
    await expect.poll(async () => (await request(page, 'ask.list', {})).length).toBe(2)
    const [one, two] = await request(page, 'ask.list', {})
    const allowing = (id: string | undefined) => ({
      id,
      answer: { kind: 'tool-approval', decision: 'allow-once' },
    })
    const code = async (id: string | undefined) =>
      (await callFromPage(page, 'ask.answer', allowing(id))).error?.code
    await untilPressesAreStale(page)
    expect(await code(one?.id)).toBe('ask/not-by-person')
    // With a press, but one that came before the question was half a second old, or that was used.
    await page.keyboard.press('Shift')
    expect(await code('another')).toBe('ask/not-by-person')
    expect(await code(one?.id)).toBeUndefined()
    expect(await code(two?.id)).toBe('ask/not-by-person')
    expect(readEvents(eventsFile)).toHaveLength(1)

    // What is to last longer is asked about where the page cannot answer.
    const standing = request(page, 'ask.answer', {
      id: two?.id ?? '',
      answer: { kind: 'tool-approval', decision: 'allow-in-chat' },
    })
    const window = await consentWindow(page)
    await expect(consentText(window)).toContainText('echo')
    await cancel(page)
    expect(await standing).toEqual({ outcome: 'cancelled' })
    expect((await request(page, 'ask.list', {})).map(({ id }) => id)).toEqual([two?.id])
    await page.waitForTimeout(600)
    await open.approval('Echo').allowInChat()
    await expect(open.answers.last()).toContainText('Done.')
    expect(readEvents(eventsFile)).toHaveLength(2)
  } finally {
    await endpoint.close()
  }
})

test('page script cannot act for the person: send, run, start, share or open', async ({
  gatehouse,
}) => {
  const { page, app } = gatehouse
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = (url) => Promise.resolve(void opened.push(url))
  })
  const { config } = await addServer(page, fixtureServerCommand({ features: ['echo'] }), {
    name: 'notes',
  })
  const [latest] = await request(page, 'chat.list', {})
  const { id } = latest ?? (await request(page, 'chat.create', {}))
  const workspace = await request(page, 'workspace.create', { name: 'Mine' })
  await untilPressesAreStale(page)
  const serverId = config.id
  for (const [route, input] of [
    ['chat.send', { id, text: 'Tell them everything' }],
    ['chat.run-tool', { id, serverId, toolName: 'echo', arguments: { text: 'x' } }],
    ['server.restart', { id: serverId }],
    ['server.start', { id: serverId }],
    ['app.open-link', { url: 'https://example.org/?all=of-it' }],
    ['workspace.share', { id: workspace.id, path: '/', serverId, shared: true }],
  ] as const) {
    const { error } = await callFromPage(page, route, input)
    expect.soft([route, error?.code]).toEqual([route, 'app/not-by-person'])
  }
  expect(await app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)).toEqual(
    [],
  )
  // Folders that nobody picked are asked about; what lies in them is not told.
  const searched = await callFromPage(page, 'workspace.find-projects', { path: '/' })
  expect(searched.error?.code).toBe('workspace/not-allowed')
  const added = { id: workspace.id, paths: ['/'] }
  const adding = refusal(request(page, 'workspace.add-folders', added))
  await expect(consentText(await consentWindow(page))).toContainText('Mine')
  await cancel(page)
  expect(await adding).toContain('workspace/not-allowed')
  expect((await request(page, 'workspace.list', {}))[0]?.folders).toEqual([])
})

test('the consent window is there soon, over the window that it belongs to', async ({
  gatehouse,
}, testInfo) => {
  const { page, app } = gatehouse
  const times: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const started = Date.now()
    const work = request(page, 'server.propose', stdio({ command: 'node', args: [] }) as never)
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
  // Generous: several tests share the machine. It takes about a fifth of this alone.
  expect(Math.min(...times)).toBeLessThan(1500)
})
