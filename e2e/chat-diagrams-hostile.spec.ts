import type { Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { diagramsOf, draw, flowchart, oneByOne, running } from './support/diagrams.ts'
import { expectNothingRan } from './support/inert.ts'
import { inspect } from './support/inspect.ts'
import { startNetworkTap } from './support/network-tap.ts'
import { request } from './support/routes.ts'

// A script that is added to every page stays for the life of the process.
test.use({ ownApp: true })

const payload = 'globalThis.__fixtureInjected = true'

/** Diagram sources that try to run, to load, or to draw as they like. */
function hostileSources(url: string): string[] {
  const init = (config: object): string => `%%{init: ${JSON.stringify(config)}}%%\nflowchart LR\n`
  const loose = {
    securityLevel: 'loose',
    secure: [],
    htmlLabels: true,
    flowchart: { htmlLabels: true },
    maxEdges: 100_000,
    theme: 'forest',
    themeCSS: `@import url(${url}/css); * { background: url(${url}/background) }`,
    themeVariables: { primaryColor: `red; background: url(${url}/variable)` },
    fontFamily: `x; @font-face { font-family: y; src: url(${url}/font) }`,
    dompurifyConfig: { ADD_TAGS: ['script', 'iframe'], ADD_ATTR: ['onload', 'onerror'] },
  }
  return [
    `flowchart LR\nA["<script>${payload}</script>"] --> B["<img src=${url}/img onerror='${payload}'>"]`,
    `flowchart LR\nA["<iframe src=${url}/frame></iframe><svg onload='${payload}'>"] --> B["<b>bold</b>"]`,
    `flowchart LR\nA-->B\nclick A call steal()\nclick B href "javascript:${payload}"`,
    `flowchart LR\nA-->B\nclick A "${url}/click" "tip" _blank\nclick B callback`,
    `flowchart LR\nA@{ img: "${url}/shape.png", label: "x", w: 60, h: 60 } --> B@{ icon: "fa:user", form: "square" }`,
    `flowchart LR\nA-->B\nstyle A fill:#f00,stroke:#0f0\nlinkStyle 0 stroke:#00f`,
    `flowchart LR\nA-->B\nclassDef x fill:url(${url}/fill)\nclass A x`,
    `sequenceDiagram\nparticipant A\nlink A: Here @ ${url}/link\nlinks A: {"There": "javascript:${payload}"}\nA->>A: <img src=${url}/seq>`,
    `classDiagram\nclass A\nclick A href "${url}/class"\nlink A "javascript:${payload}"`,
    `gantt\nsection S\nA :a, 2020-01-01, 2d\nclick a href "javascript:${payload}"\nclick b call steal()`,
    `${init(loose)}A["<img src=${url}/loose onerror='${payload}'>"] --> B\nclick A call steal()`,
    `---\nconfig: ${JSON.stringify(loose)}\n---\nflowchart LR\nA["<img src=${url}/matter>"] --> B`,
    `${init({ htmlLabels: true })}A["<img src=${url}/labels>"] --> B`,
    `---\nconfig:\n  htmlLabels: true\n  flowchart:\n    htmlLabels: true\n---\nflowchart LR\nA["<img src=${url}/both>"] --> B`,
    `%%{init: {"__proto__": {"securityLevel": "loose"}, "constructor": {"prototype": {"polluted": 1}}}}%%\nflowchart LR\n__proto__ --> constructor\nhasOwnProperty --> toString`,
    `classDiagram\nclass __proto__\nclass constructor\n__proto__ <|-- constructor : toString`,
  ]
}

/**
 * @threat diagrams.markup
 * @attacker model
 * @tries To run script, load from a network or place a link by the labels, styles, callbacks or settings of a diagram.
 * @stoppedBy It is drawn when the person asks, in a page without network, storage, bridge or origin, where no setting
 * of the text has an effect; the window gets a picture of it.
 * @remains A picture can look like anything, as any picture can: it stands in the frame of its code, under its
 * language.
 */
test(
  'nothing in the text of a diagram runs, loads or links, and its picture is all there is of it',
  nightly('chat.diagrams.inert'),
  async ({ gatehouse }) => {
    test.setTimeout(240_000)
    const { page, problems } = gatehouse
    const tap = await startNetworkTap()
    try {
      const sources = hostileSources(`http://127.0.0.1:${tap.port}`)
      const outcomes: string[] = []
      const next = await oneByOne(gatehouse, sources)
      while (outcomes.length < sources.length) {
        const diagram = await next()
        outcomes.push(await draw(diagram))
        await expect(diagram.getByRole('link')).toHaveCount(0)
        if (outcomes.at(-1) === 'drawn')
          await expect(diagram.getByRole('img')).toHaveAttribute('src', /^data:image\/png;base64,/)
        await expect(diagram.locator('style, iframe, object, foreignObject')).toHaveCount(0)
      }
      // Most are harmless once nothing of that works; what the parser refuses is said.
      expect(outcomes.filter((outcome) => outcome === 'drawn').length).toBeGreaterThan(9)
      await expectNothingRan(page)
      expect(await page.evaluate(() => 'polluted' in Object.prototype)).toBe(false)
      expect(page.url()).toBe('app://gatehouse/')
      expect(tap.received).toEqual([])
      // The one way that is left to a text to name a picture, and what the engine says of it.
      expect(problems.filter((problem) => !problem.includes('Refused to load'))).toEqual([])
      expect(problems.filter((problem) => !problem.includes('/shape.png'))).toEqual([])
      proves('chat.diagrams.inert')
    } finally {
      tap.close()
    }
  },
)

/** As many places in a grid take minutes to lay out. */
const LOOP = 'block-beta\ncolumns 3\na space:900000000 b'

const watchTasks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = Object.assign(globalThis, { tasks: [] as number[] })
    new PerformanceObserver((list) => {
      seen.tasks.push(...list.getEntries().map(({ duration }) => duration))
    }).observe({ entryTypes: ['longtask'] })
  })

/**
 * @threat diagrams.slow
 * @attacker model
 * @tries To freeze the window, or a processor, by a diagram that takes minutes to draw.
 * @stoppedBy It is drawn in a process of its own, which main ends after three seconds; one is drawn at a time, and ten
 * wait at most.
 * @remains For these seconds it may use one processor.
 */
test(
  'a diagram that would take minutes is ended, and the window stays responsive meanwhile',
  nightly('chat.diagrams.slow'),
  async ({ gatehouse }) => {
    test.setTimeout(120_000)
    const { page } = gatehouse
    const [slow, next] = await diagramsOf(gatehouse, LOOP, flowchart)
    if (!slow || !next) throw new Error('There are two.')
    await slow.getByRole('button', { name: 'Show diagram' }).click()
    await expect.poll(() => running(gatehouse)).toEqual({ windows: 2, pages: 2 })
    await watchTasks(page)
    const delays: number[] = []
    const begin = Date.now()
    while (Date.now() - begin < 2000) {
      const asked = performance.now()
      await request(page, 'app.info', {})
      delays.push(performance.now() - asked)
    }
    delays.sort((one, other) => one - other)
    // The machine does other things too: one response may come late, not all.
    expect(delays[Math.floor(delays.length * 0.9)]).toBeLessThan(250)
    // A quick machine reaches the limit of memory before that of time.
    await expect(slow.getByRole('alert')).toHaveText(
      /^This diagram (?:took too long|is too large) to draw\.$/,
      { timeout: 30_000 },
    )
    const tasks = await page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks)
    expect(tasks.filter((ms) => ms >= 250).length).toBeLessThan(2)
    await expect.poll(() => running(gatehouse)).toEqual({ windows: 1, pages: 1 })
    expect(await draw(next)).toBe('drawn')
    proves('chat.diagrams.slow')
    expect(await inspect(gatehouse, 'chat-diagram-slow', slow)).toEqual([])
  },
)

/** The most memory that the process of a diagram had, in MB. */
async function watchMemory({ app, page }: Gatehouse): Promise<() => Promise<number>> {
  const own = await app.evaluate(
    ({ BrowserWindow }, url) =>
      BrowserWindow.getAllWindows()
        .find(({ webContents }) => webContents.getURL() === url)
        ?.webContents.getOSProcessId() ?? 0,
    page.url(),
  )
  await app.evaluate(({ app: electronApp }, window) => {
    const holder = Object.assign(globalThis, { mostMemory: 0 })
    const look = (): void => {
      for (const { type, pid, memory } of electronApp.getAppMetrics())
        if (type === 'Tab' && pid !== window)
          holder.mostMemory = Math.max(holder.mostMemory, memory.workingSetSize / 1024)
    }
    setInterval(look, 50).unref()
  }, own)
  return () => app.evaluate(() => (globalThis as unknown as { mostMemory: number }).mostMemory)
}

/**
 * @threat diagrams.memory
 * @attacker model
 * @tries To take all memory of the machine by a line that stands for millions of parts.
 * @stoppedBy Main looks ten times a second how much the process has, and ends one with more than 240 MB.
 * @remains Between two looks it may take more, as fast as the machine gives it.
 */
test(
  'a diagram that would take all memory is ended, and the next one is drawn',
  nightly('chat.diagrams.memory'),
  async ({ gatehouse }) => {
    test.setTimeout(120_000)
    const most = await watchMemory(gatehouse)
    await replacePage(
      gatehouse,
      `async ({ source }) => {
      if (!source.includes('%% all')) return { state: 'unreadable', message: 'the next one' }
      globalThis.held = []
      for (;;) {
        globalThis.held.push(new Uint8Array(8_000_000).fill(1))
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }`,
    )
    const [all, next] = await diagramsOf(gatehouse, `${flowchart}\n%% all`, flowchart)
    if (!all || !next) throw new Error('There are two.')
    expect(await draw(all)).toBe('This diagram is too large to draw.')
    await expect.poll(() => running(gatehouse)).toEqual({ windows: 1, pages: 1 })
    // It was seen to grow, and ended within a few looks.
    expect(await most()).toBeGreaterThan(200)
    expect(await most()).toBeLessThan(700)
    expect(await draw(next)).toContain('the next one')
    proves('chat.diagrams.memory')
  },
)

test(
  'an app that quits while a diagram is drawn leaves in order',
  nightly(),
  async ({ gatehouse }) => {
    const [slow] = await diagramsOf(gatehouse, LOOP)
    await slow?.getByRole('button', { name: 'Show diagram' }).click()
    await expect.poll(() => running(gatehouse)).toEqual({ windows: 2, pages: 2 })
    const begin = Date.now()
    expect(await gatehouse.quit()).toBe(0)
    expect(Date.now() - begin).toBeLessThan(5000)
    await gatehouse.restart()
    expect(await request(gatehouse.page, 'app.safe-start', {})).toBeNull()
  },
)

/** Lets the page that draws run this in place of what it would. */
async function replacePage({ page }: Gatehouse, drawDiagram: string): Promise<void> {
  await page.context().addInitScript(`
    if (location.host === 'diagram') Object.defineProperty(globalThis, 'drawDiagram', {
      get: () => ${drawDiagram},
      set: () => undefined,
    })
  `)
}

/**
 * @threat diagrams.way-out
 * @attacker model
 * @tries To break what draws diagrams, and from there to reach the window, main, the disk, a network or the next
 * diagram.
 * @stoppedBy Its page has no bridge, no preload script, no origin and a session of its own, may load its script alone,
 * and its process ends with the diagram.
 * @threat diagrams.unasked
 */
test(
  'what draws a diagram has no way out of its page, whatever runs in it',
  nightly('chat.diagrams.alone'),
  async ({ gatehouse }) => {
    test.setTimeout(120_000)
    const { app, page } = gatehouse
    const tap = await startNetworkTap()
    try {
      const [diagram] = await diagramsOf(gatehouse, flowchart)
      if (!diagram) throw new Error('There is one.')
      const url = `http://127.0.0.1:${tap.port}`
      await replacePage(
        gatehouse,
        `async () => {
        const got = []
        const attempt = async (name, action) => {
          try { if (await action()) got.push(name) } catch {}
        }
        const loads = (element) => new Promise((resolve) => {
          element.onload = () => resolve(true)
          element.onerror = () => resolve(false)
          setTimeout(() => resolve(false), 300)
          document.body.append(element)
        })
        const make = (tag, properties) => Object.assign(document.createElement(tag), properties)
        for (const name of ['bridge', 'consent', 'require', 'process', 'module', 'electron'])
          await attempt(name, () => name in globalThis)
        await attempt('parent', () => parent !== self || top !== self || opener !== null)
        await attempt('origin', () => origin !== 'null')
        await attempt('local storage', () => (localStorage.x = '1'))
        await attempt('session storage', () => (sessionStorage.x = '1'))
        await attempt('database', () => indexedDB.open('x'))
        await attempt('caches', () => caches.open('x'))
        await attempt('cookie', () => (document.cookie = 'a=b', document.cookie !== ''))
        await attempt('channel', () => new BroadcastChannel('x') && false)
        await attempt('service worker', () => navigator.serviceWorker.register('/x.js'))
        await attempt('evaluation', () => setTimeout('globalThis.evaluated = 1') && new Function('return 1')())
        await attempt('worker', () => new Worker(URL.createObjectURL(new Blob(['1']))))
        await attempt('window', () => open('${url}/window') || open('app://gatehouse/'))
        await attempt('dialog', () => confirm('?') || prompt('?'))
        for (const target of ['${url}/fetch', 'app://gatehouse/', 'app://consent/', 'app://diagram/', 'file:///etc/passwd', 'data:text/plain,x'])
          await attempt('fetch ' + target, () => fetch(target, { mode: 'no-cors' }))
        for (const tag of ['img', 'script', 'embed'])
          for (const src of ['${url}/' + tag, 'app://gatehouse/index.html'])
            await attempt(tag + ' ' + src, () => loads(make(tag, { src })))
        // One that is refused loads as well, with nothing in it.
        for (const src of ['${url}/iframe', 'app://gatehouse/index.html'])
          await attempt('iframe', async () => { const frame = make('iframe', { src }); await loads(frame); return frame.contentWindow?.length > 0 })
        await attempt('style', () => loads(make('link', { rel: 'stylesheet', href: '${url}/css' })))
        await attempt('font', () => new FontFace('f', 'url(${url}/font)').load())
        await attempt('socket', () => new Promise((resolve, reject) => {
          const socket = new WebSocket('${url}'.replace('http', 'ws'))
          socket.onopen = () => resolve(true)
          socket.onerror = reject
        }))
        await attempt('beacon', () => navigator.sendBeacon('${url}/beacon', 'x') && false)
        await attempt('geolocation', () => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject)))
        await attempt('clipboard', () => navigator.clipboard.readText())
        await attempt('notification', async () => (await Notification.requestPermission()) === 'granted')
        await attempt('rtc', async () => {
          const connection = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${tap.port}' }] })
          connection.createDataChannel('x')
          await connection.setLocalDescription(await connection.createOffer())
          return false
        })
        await attempt('form', () => {
          const form = make('form', { action: '${url}/form', method: 'post' })
          document.body.append(form)
          form.submit()
          return false
        })
        await attempt('download', () => {
          make('a', { href: 'data:application/octet-stream,x', download: 'x' }).click()
          return false
        })
        location.href = '${url}/navigation'
        await new Promise((resolve) => setTimeout(resolve, 300))
        location.href = 'app://gatehouse/'
        await new Promise((resolve) => setTimeout(resolve, 300))
        return { state: 'unreadable', message: 'got: ' + JSON.stringify(got) + ' at ' + location.href }
      }`,
      )
      const shown = await draw(diagram)
      expect(shown).toContain('got: [] at app://diagram/')
      expect(tap.received).toEqual([])
      expect(page.url()).toBe('app://gatehouse/')
      // Its navigation may have made the browser keep a process in reserve, which has no page.
      const pages = () => app.evaluate(({ webContents }) => webContents.getAllWebContents().length)
      await expect.poll(pages).toBe(1)
      const cookies = await app.evaluate(({ session }) =>
        session.fromPartition('diagram').cookies.get({}),
      )
      expect(cookies).toEqual([])
      proves('chat.diagrams.alone')
    } finally {
      tap.close()
    }
  },
)

/**
 * @threat diagrams.lies
 * @attacker model
 * @tries To have what draws diagrams hand the window a huge picture, markup or endless words in place of a diagram.
 * @stoppedBy Main takes a still PNG alone that is as large as it says and within limits, or words, cut; the window
 * draws them as it draws any picture and any hostile text.
 */
test(
  'a page that draws and lies gets neither a huge picture nor markup into the window',
  nightly(),
  async ({ gatehouse }) => {
    test.setTimeout(120_000)
    const { page } = gatehouse
    const lies = [
      '{ state: "drawn", picture: "", width: 100, height: 1e9 }',
      `{ state: "drawn", picture: btoa("<svg onload='${payload}'/>"), width: 10, height: 10 }`,
      '{ state: "drawn", picture: { toString: 1 }, width: 10, height: 10 }',
      '"drawn"',
    ]
    const sources = [...lies, 'words'].map((_lie, index) => `${flowchart}\n%% ${index}`)
    const next = await oneByOne(gatehouse, sources)
    const words = `{ state: "unreadable", message: "<img src=x onerror=${payload}>" + "x".repeat(1e6) }`
    await replacePage(
      gatehouse,
      `async ({ source }) => [${[...lies, words].join(', ')}][Number(source.at(-1))]`,
    )
    const shown: string[] = []
    while (shown.length < sources.length) shown.push(await draw(await next()))
    expect(shown.slice(0, 4)).toEqual(Array(4).fill('This diagram could not be drawn.'))
    expect(shown[4]).toContain('<img src=x onerror=')
    expect(shown[4]?.length).toBeLessThan(1200)
    await expectNothingRan(page)
  },
)
