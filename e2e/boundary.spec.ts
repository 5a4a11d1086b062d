import { nightly } from './nightly.ts'
import { expect, test } from './launch.ts'
import { readRouteNames } from './route-names.ts'
import { proves } from './proves.ts'

test.use({ ownApp: true })

/**
 * @threat boundary.bridge
 * @attacker page
 * @tries reaches Node, Electron or the files of this computer from script in the window
 * @stoppedBy the renderer is sandboxed and isolated; all it has is a frozen bridge of two functions
 */
test('the window has two functions to call main, and nothing of Node', async ({ gatehouse }) => {
  const { page, app } = gatehouse
  const seen = await page.evaluate(() => {
    const bridge = window as unknown as { bridge: Record<string, unknown> }
    const kinds = Object.entries(bridge.bridge).map(([name, value]) => `${name}: ${typeof value}`)
    const forbidden = [
      'require',
      'process',
      'module',
      'exports',
      'global',
      'Buffer',
      '__dirname',
      'electron',
      'ipcRenderer',
      'setImmediate',
    ]
    let replaced = true
    try {
      Object.assign(window, { bridge: { request: 1 } })
    } catch {
      replaced = false
    }
    return {
      kinds: kinds.toSorted(),
      reachable: forbidden.filter((name) => name in window),
      replaced: replaced && bridge.bridge['request'] === 1,
      opener: window.opener as unknown,
      secure: window.isSecureContext,
      href: location.href,
    }
  })
  expect(seen).toEqual({
    kinds: ['on: function', 'request: function'],
    reachable: [],
    replaced: false,
    opener: null,
    secure: true,
    href: 'app://gatehouse/',
  })
  proves('boundary.bridge.functions', 'boundary.bridge.node')
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    return (contents as unknown as { getLastWebPreferences(): object }).getLastWebPreferences()
  })
  expect(preferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    webSecurity: true,
  })
  expect(preferences).not.toMatchObject({ nodeIntegrationInWorker: true })
  expect(preferences).not.toMatchObject({ spellcheck: true })
  proves('boundary.bridge.preferences')
})

test(
  'a listener receives its own events until it is removed',
  nightly('boundary.bridge.listeners'),
  async ({ gatehouse }) => {
    const { page, app } = gatehouse
    await page.evaluate(() => {
      const received: string[] = []
      const { bridge } = window as unknown as {
        bridge: { on(name: string, listener: (...args: unknown[]) => void): () => void }
      }
      const listen = (label: string, name: string) =>
        bridge.on(name, (...args) => received.push(`${label} ${JSON.stringify(args)}`))
      const stop = listen('first', 'test.one')
      listen('second', 'test.one')
      listen('third', 'test.two')
      Object.assign(window, { received, stop })
    })
    const send = (name: string) =>
      app.evaluate(({ BrowserWindow }, event) => {
        BrowserWindow.getAllWindows()[0]?.webContents.send('gatehouse:event', event, { id: 'a' })
      }, name)
    const received = () =>
      page.evaluate(() => (window as unknown as { received: string[] }).received)
    await send('test.one')
    await expect.poll(received).toEqual(['first [{"id":"a"}]', 'second [{"id":"a"}]'])
    await page.evaluate(() => (window as unknown as { stop(): void }).stop())
    await send('test.one')
    await expect
      .poll(received)
      .toEqual(['first [{"id":"a"}]', 'second [{"id":"a"}]', 'second [{"id":"a"}]'])
    proves('boundary.bridge.listeners')
  },
)

/**
 * @threat boundary.routes
 * @attacker page
 * @tries calls a route with input of another shape, or of a size that main cannot take
 * @stoppedBy every input is parsed by the schema of its route before a handler sees it
 */
test('every route refuses hostile input with an error of its own', async ({ gatehouse }) => {
  const { page, app } = gatehouse
  const names = readRouteNames()
  expect(names.length).toBeGreaterThan(30)
  await app.evaluate(({ dialog }) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] })
  })
  const passed = await page.evaluate(async (routeNames) => {
    const { bridge } = window as unknown as {
      bridge: {
        request(
          route: unknown,
          input: unknown,
        ): Promise<{ ok: boolean; error?: { code: string; message: string } }>
      }
    }
    const nested = (depth: number) => {
      let value: unknown = 1
      for (let level = 0; level < depth; level++) value = { a: value }
      return value
    }
    const cyclic: Record<string, unknown> = {}
    cyclic['self'] = cyclic
    const polluting = JSON.parse('{"__proto__":{"polluted":true}}') as unknown
    const inputs: Record<string, unknown> = {
      missing: undefined,
      null: null,
      text: '../../../etc/passwd',
      NUL: '\0',
      number: Number.NaN,
      array: [{}],
      'a date': new Date(),
      'a map': new Map(),
      'an error': new Error('x'),
      bytes: new Uint8Array(64),
      'a function': { id: () => 1 },
      'a symbol': { id: Symbol('x') },
      'a cycle': cyclic,
      'nested 400': nested(400),
      '10 million characters': { id: 'x'.repeat(10_000_000) },
      'an element': document.body,
    }
    const outcomes: string[] = []
    for (const route of routeNames) {
      for (const [kind, input] of Object.entries(inputs)) {
        try {
          const { ok, error } = await bridge.request(route, input)
          // An element arrives as an empty object, which is what a route without input takes.
          const isTaken = kind === 'an element' && !error?.code.startsWith('ipc/')
          if (!isTaken && (ok || !error?.code.startsWith('ipc/') || error.message === '')) {
            outcomes.push(`${route}, ${kind}: ${ok ? 'ok' : error?.code}`)
          }
        } catch (thrown) {
          outcomes.push(`${route}, ${kind}: thrown ${String(thrown)}`)
        }
      }
    }
    for (const route of routeNames) {
      // The context bridge itself refuses to carry what is nested deeper, and drops such a key.
      const thrown = await (async () => bridge.request(route, nested(100_000)))().catch(
        (error: Error) => error.message,
      )
      if (typeof thrown !== 'string' || !thrown.includes('recursion depth')) {
        outcomes.push(`${route}, deep: ${JSON.stringify(thrown)}`)
      }
      await bridge.request(route, { id: polluting })
    }
    for (const route of [
      '',
      '__proto__',
      'constructor',
      'x'.repeat(100_000),
      null,
      {},
      ['app.info'],
      undefined,
    ]) {
      const { error } = await bridge.request(route, {})
      if (error?.code !== 'ipc/unknown-route')
        outcomes.push(`${JSON.stringify(route)}: ${error?.code}`)
    }
    return { outcomes, polluted: 'polluted' in {} }
  }, names)
  expect(passed).toEqual({ outcomes: [], polluted: false })
  proves('boundary.routes.typed', 'boundary.routes.unknown')
  const alive = await page.evaluate(() =>
    (
      window as unknown as { bridge: { request(name: string, input: object): Promise<unknown> } }
    ).bridge.request('app.info', {}),
  )
  expect(alive).toMatchObject({ ok: true })
  expect(await app.evaluate(() => 'polluted' in {})).toBe(false)
  proves('boundary.routes.unpolluted')
})

/**
 * @threat boundary.size
 * @attacker page
 * @tries blocks main for a second and more with one request of megabytes or of 300,000 members, which is carried to
 * main before it is refused
 * @stoppedBy the preload script, which script in the page cannot reach, counts an input and its route before anything
 * is sent; main counts again
 * @remains A page that runs code of its own in its process, past V8 and past the preload script, sends what it likes:
 * Electron copies it in main before it can be checked. It is refused then, after the copy. Many requests that are each
 * within the bound are all answered.
 */
test('what is too large is refused before it is carried to main', async ({ gatehouse }) => {
  const outcomes = await gatehouse.page.evaluate(async () => {
    const { bridge } = window as unknown as {
      bridge: { request(route: string, input: unknown): Promise<{ error?: { message: string } }> }
    }
    const members = Array.from({ length: 200_000 }, (_none, at) => [`k${at}`, at])
    const inputs: Record<string, [string, unknown]> = {
      text: ['app.info', { id: 'x'.repeat(30_000_000) }],
      members: ['app.info', Object.fromEntries(members)],
      bytes: ['app.info', { id: new Uint8Array(30_000_000) }],
      route: ['x'.repeat(30_000_000), {}],
    }
    const failures: string[] = []
    for (const [kind, [route, input]] of Object.entries(inputs)) {
      const { error } = await bridge.request(route, input)
      failures.push(`${kind}: ${error?.message}`)
    }
    return failures
  })
  // In these words only the preload script says it, in the page's own process.
  const notSent = 'What was given is too large and was not sent. Give less at once.'
  expect(outcomes).toEqual(
    ['text', 'members', 'bytes', 'route'].map((kind) => `${kind}: ${notSent}`),
  )
  proves('boundary.routes.size')
})

/**
 * @threat boundary.sender
 * @attacker page
 * @tries calls main from a frame or page of another origin
 * @stoppedBy main serves only the main frame of its own origin
 */
test('a page that is not the app’s own cannot call main', async ({ gatehouse }) => {
  const { app } = gatehouse
  const result = await app.evaluate(async ({ app: electronApp, BrowserWindow }) => {
    const preload = `${electronApp.getAppPath()}/out/preload/index.cjs`
    const other = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } })
    try {
      await other.loadURL('app://gatehouse/')
      return (await other.webContents.executeJavaScript(
        'window.bridge.request("app.info", {})',
      )) as unknown
    } finally {
      other.destroy()
    }
  })
  expect(result).toMatchObject({ ok: false, error: { code: 'ipc/forbidden' } })
  proves('boundary.routes.sender')
})
