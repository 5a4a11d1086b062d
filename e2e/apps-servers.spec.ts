import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createPrivateAuthority, startConnectProxy, startTlsProxy } from '@gatehouse/testkit'
import type { Frame, Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { pressIn, viewOf } from './support/apps.ts'
import { chat } from './support/chat.ts'
import { allow, consentText, consentWindow } from './support/consent.ts'
import { takePicture } from './support/results.ts'
import { request } from './support/routes.ts'
import { scratch } from './support/scratch.ts'
import { addServer } from './support/servers.ts'
import { allowNext } from './support/tool-runs.ts'

/** Published servers with interfaces; `npm test` installs them for a nightly run. */
const installed = process.env['GATEHOUSE_APP_SERVERS'] ?? ''
const packageOf = (name: string): string =>
  join(installed, 'node_modules/@modelcontextprotocol', `server-${name}`)

interface AppServer {
  /** Of the package, without its prefix. */
  name: string
  tool: string
  /** Title of the tool. */
  title: string
  arguments?: Record<string, string>
  /** Resolves once the view has drawn what it is for. */
  drawn: (frame: Frame, page: Page) => Promise<void>
  use: (frame: Frame, page: Page) => Promise<void>
  /** It calls a tool again while the same call waits for the person. */
  asksAgain?: boolean
}

const text = (frame: Frame, selector: string) => frame.locator(selector).first().innerText()

/** Allows the call that the view makes. */
const allowCall = (page: Page, title: string) => chat(page).approval(title).allowOnce()

/** Moves the first slider a little. */
async function slide(frame: Frame): Promise<void> {
  const slider = frame.locator('input[type=range]').first()
  // By the mouse: a view that takes the keyboard without a press is ended.
  await slider.click()
  for (let count = 0; count < 5; count += 1) await slider.press('ArrowRight')
}

/** Something is painted on the canvas. */
const isPainted = (frame: Frame): Promise<boolean> =>
  frame.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => {
          const canvas = document.querySelector('canvas')
          const copy = document.createElement('canvas').getContext('2d')
          if (!canvas || !copy) return resolve(false)
          copy.drawImage(canvas, 0, 0, 64, 64)
          resolve(copy.getImageData(0, 0, 64, 64).data.some((value) => value > 0))
        })
      }),
  )
const painted = (frame: Frame) => expect.poll(() => isPainted(frame)).toBe(true)

const pendingCalls = async (page: Page): Promise<number> =>
  (await request(page, 'ask.list', {})).filter(({ kind }) => kind === 'tool-approval').length

/** Allows each call that waits, until something is so. */
async function allowUntil(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    if ((await pendingCalls(page)) > 0) await allowNext(page)
    expect(await isSo()).toBe(true)
  }).toPass({ intervals: [100], timeout: 60_000 })
}

/** The view fills the window by its own button. */
async function fillWindow(frame: Frame, page: Page): Promise<void> {
  const view = viewOf(page)
  await view.getByRole('button', { name: 'Enter' }).click()
  await view.locator('iframe').dispatchEvent('pointerover')
  await frame.locator('.fullscreen-btn').click()
  await expect(view).toHaveAttribute('data-mode', 'fullscreen')
  await painted(frame)
  await view.getByRole('button', { name: 'Back into the chat' }).click()
  await expect(view).toHaveAttribute('data-mode', 'inline')
}

const servers: AppServer[] = [
  ...['vanillajs', 'react', 'vue', 'svelte', 'preact', 'solid'].map((kind) => ({
    name: `basic-${kind}`,
    tool: 'get-time',
    title: 'Get Time',
    drawn: (frame: Frame) => expect(frame.locator('code').first()).toHaveText(/^\d{4}-\d\d-\d\dT/),
    async use(frame: Frame, page: Page) {
      const before = await text(frame, 'code')
      await pressIn(page, frame, 'Get Server Time')
      // Vue makes a proxy of the window around, which no page of another origin may read: the call never leaves it.
      if (kind === 'vue') return expect(frame.locator('code').first()).toHaveText('[ERROR]')
      await allowCall(page, 'Get Time')
      await expect(frame.locator('code').first()).not.toHaveText(before)
    },
  })),
  {
    name: 'budget-allocator',
    tool: 'get-budget-data',
    title: 'Get Budget Data',
    drawn: (frame) => expect(frame.locator('#status-bar')).toContainText('$100,000'),
    async use(frame) {
      await slide(frame)
      await expect(frame.locator('#status-bar')).toContainText('Over')
    },
  },
  {
    name: 'cohort-heatmap',
    tool: 'get-cohort-data',
    title: 'Get Cohort Retention Data',
    async drawn(frame, page) {
      await allowCall(page, 'Get Cohort Retention Data')
      await expect(frame.locator('body')).toContainText('100%')
    },
    async use(frame, page) {
      await frame.locator('select').first().selectOption('active')
      await allowCall(page, 'Get Cohort Retention Data')
      await expect(frame.locator('body')).toContainText('Cohort Retention Analysis')
    },
  },
  {
    name: 'customer-segmentation',
    tool: 'get-customer-data',
    title: 'Get Customer Data',
    async drawn(frame, page) {
      await allowCall(page, 'Get Customer Data')
      await painted(frame)
    },
    async use(frame) {
      await frame.locator('#x-axis').selectOption('employeeCount')
      await painted(frame)
    },
  },
  {
    name: 'scenario-modeler',
    tool: 'get-scenario-data',
    title: 'Get Scenario Data',
    drawn: (frame) => expect(frame.locator('body')).toContainText('End MRR'),
    async use(frame) {
      const before = await text(frame, 'body')
      await slide(frame)
      await expect.poll(() => text(frame, 'body')).not.toBe(before)
    },
  },
  {
    name: 'system-monitor',
    tool: 'get-system-info',
    title: 'Get System Info',
    drawn: (frame) => expect(frame.locator('#info-platform')).toContainText('linux'),
    async use(frame, page) {
      // It polls with a tool that is for interfaces alone.
      await chat(page).approval('Poll System Stats').allowInChat()
      await expect(frame.locator('#memory-percent')).toHaveText(/^\d+%/)
    },
    asksAgain: true,
  },
  {
    name: 'threejs',
    tool: 'show_threejs_scene',
    title: 'Show Three.js Scene',
    drawn: painted,
    use: fillWindow,
  },
  {
    name: 'shadertoy',
    tool: 'render-shadertoy',
    title: 'ShaderToy Renderer',
    arguments: {
      fragmentShader:
        'void mainImage(out vec4 c, in vec2 p) { c = vec4(p / iResolution.xy, 0.5, 1.0); }',
    },
    drawn: painted,
    use: fillWindow,
  },
  {
    name: 'debug',
    tool: 'debug-tool',
    title: 'Debug Tool',
    drawn: (frame) => expect(frame.locator('#event-log')).toContainText('ontoolresult'),
    async use(frame, page) {
      // It logs each of its events by a tool for interfaces alone.
      const made = chat(page).calls.filter({ hasText: 'Refresh Debug Info' })
      await allowUntil(page, async () => (await pendingCalls(page)) === 0)
      await frame.locator('#call-debug-refresh-btn').dispatchEvent('click')
      await allowUntil(page, async () => (await made.getAttribute('data-status')) === 'done')
    },
    asksAgain: true,
  },
]

/** Starts a server of the list, runs its tool, and resolves with the frame of its view. */
async function open(
  { page }: Gatehouse,
  { name, tool, title }: Pick<AppServer, 'name' | 'tool' | 'title'>,
  given: { args?: string[]; arguments?: Record<string, string> } = {},
) {
  if (!existsSync(packageOf(name)))
    throw new Error('Run it with: npm test -- e2e apps-servers.spec.ts')
  const args = [join(packageOf(name), 'dist/index.js'), '--stdio', ...(given.args ?? [])]
  const { config } = await addServer(page, { command: process.execPath, args }, { name })
  const [chatOf] = await request(page, 'chat.list', {})
  await request(page, 'chat.run-tool', {
    id: chatOf?.id ?? '',
    serverId: config.id,
    toolName: tool,
    arguments: given.arguments ?? {},
  })
  await allowCall(page, title)
  const find = () => page.frames().find((one) => one.url().startsWith('mcp-app://v-'))
  const view = viewOf(page)
  await expect(async () => {
    // Eight seconds to start are few for 4 MB of script on a busy machine.
    const run = view.getByRole('button', { name: 'Run' })
    if (await run.isVisible()) await run.click()
    expect(find()).toBeDefined()
    await expect(view).not.toContainText('Starting the interface', { timeout: 9000 })
    await expect(view).toHaveAttribute('data-state', 'open')
  }).toPass({ timeout: 60_000 })
  const frame = find()
  if (!frame) throw new Error('There is no view.')
  return { id: config.id, frame }
}

/** Messages of the view that were refused, by their rules and words, and errors. */
async function refusals(page: Page, id: string): Promise<string[]> {
  const lines = await request(page, 'server.frames', { id, limit: 2000 })
  return lines.flatMap(({ view, kind, method = '', message }) =>
    view && (view.refused || kind === 'error')
      ? [`${method} ${view.refused ?? 'failed'} ${JSON.stringify(message)}`]
      : [],
  )
}

async function pictureInBoth(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    // The driver says which theme the system has.
    await page.emulateMedia({ colorScheme: theme })
    await request(page, 'app.change-settings', { theme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await takePicture(page, `app-server-${name}-${theme}`)
  }
}

for (const server of servers)
  test(
    `the interface of server-${server.name} is drawn and used`,
    nightly('apps.servers.drawn', 'apps.servers.used', 'apps.servers.whole'),
    async ({ gatehouse }) => {
      const { page } = gatehouse
      const { id, frame } = await open(gatehouse, server, { arguments: server.arguments ?? {} })
      await server.drawn(frame, page)
      proves('apps.servers.drawn')
      await server.use(frame, page).catch(async (error: unknown) => {
        throw new Error((await refusals(page, id)).join('\n'), { cause: error })
      })
      proves('apps.servers.used')
      await pictureInBoth(page, server.name)
      const refused = await refusals(page, id)
      const again = server.asksAgain ? /The same call of|At most 4 calls/ : /^$/
      expect(refused.filter((one) => !again.test(one))).toEqual([])
      await expect(viewOf(page).getByTestId('blocked')).toHaveCount(0)
      proves('apps.servers.whole')
    },
  )

/** A document in two fonts that it does not bring along. */
function documentOf(words: string): Buffer {
  const stream = `BT /F1 24 Tf 40 120 Td (${words}) Tj /F2 24 Tf 0 -40 Td (abc) Tj ET`
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    font('Helvetica'),
    font('Symbol'),
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(
    `${body}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
  )
}

/** Fonts of `pdfjs-dist` behind a proxy that has unpkg.com, by a certificate of its own. */
async function mirrorFonts() {
  const requests: string[] = []
  const files = join(installed, 'node_modules/pdfjs-dist/standard_fonts')
  const server = createServer(({ url = '' }, response) => {
    requests.push(url)
    const file = join(files, /[^/]*$/.exec(url)?.[0] ?? '')
    if (!existsSync(file)) return response.writeHead(404).end()
    return response.writeHead(200, { 'access-control-allow-origin': '*' }).end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const authority = await createPrivateAuthority(['unpkg.com'])
  const front = await startTlsProxy(`http://127.0.0.1:${port}`, authority)
  const proxy = await startConnectProxy({
    names: { 'unpkg.com:443': `127.0.0.1:${front.port}` },
  })
  return {
    requests,
    proxy: proxy.url,
    certificate: authority.ca,
    async close() {
      await proxy.close()
      await front.close()
      server.close()
    },
  }
}

/** Has main go through the mirror, as a person sets a proxy and an authority. */
async function goThrough(
  { app, page }: Gatehouse,
  { proxy, file }: { proxy: string; file: string },
): Promise<void> {
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] })
  }, file)
  const chosen = await request(page, 'network.choose-authorities', {})
  if (!chosen) throw new Error('No authorities were chosen.')
  const { path, sha256 } = chosen
  const saved = request(page, 'network.save', {
    proxy: { url: proxy },
    authorities: { path, sha256 },
  })
  await allow(page)
  expect(await saved).toEqual({ outcome: 'changed' })
}

test(
  'the interface of server-pdf shows a document sealed, and with its fonts in a window of its own',
  nightly('apps.servers.drawn', 'apps.servers.used', 'apps.servers.whole'),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const mirror = await mirrorFonts()
    const certificate = join(scratch(testInfo), 'mirror.pem')
    writeFileSync(certificate, mirror.certificate)
    const file = join(scratch(testInfo), 'plan.pdf')
    writeFileSync(file, documentOf('Plan for 2027'))
    try {
      await goThrough(gatehouse, { proxy: mirror.proxy, file: certificate })
      const pdf = { name: 'pdf', tool: 'display_pdf', title: 'Display PDF' }
      const { id, frame } = await open(gatehouse, pdf, { args: [file], arguments: { url: file } })
      const isDrawn = (of: Frame) => async () =>
        (await of.locator('.textLayer, #text-layer').allInnerTexts())
          .join('')
          .includes('Plan for 2027')
      await allowUntil(page, isDrawn(frame))
      proves('apps.servers.drawn')
      expect(mirror.requests).toEqual([])
      await expect(viewOf(page)).toContainText('https://unpkg.com')
      await pictureInBoth(page, 'pdf')

      await viewOf(page).getByRole('button', { name: 'Open with these…' }).click()
      const consent = await consentWindow(page)
      await expect(consentText(consent)).toContainText('unpkg.com')
      await allow(page)
      const windows = () =>
        page
          .context()
          .pages()
          .flatMap((other) => other.frames())
          .find((one) => one.url().startsWith('mcp-app://v-') && one.page() !== page)
      await expect.poll(() => windows() !== undefined).toBe(true)
      const own = windows()
      if (!own) throw new Error('There is no window.')
      // Its calls are allowed in the window of the chat.
      await gatehouse.app.evaluate(({ BrowserWindow }) => {
        const isOfChat = (one: Electron.BrowserWindow) =>
          one.webContents.getURL().startsWith('app://')
        BrowserWindow.getAllWindows().find(isOfChat)?.focus()
      })
      await allowUntil(page, isDrawn(own))
      await expect.poll(() => mirror.requests.length).toBeGreaterThan(0)
      expect(mirror.requests.every((url) => url.includes('/standard_fonts/'))).toBe(true)
      await takePicture(own.page(), 'app-server-pdf-window')
      proves('apps.servers.used')
      const lines = await request(page, 'server.frames', { id, limit: 2000 })
      expect(lines.find(({ kind }) => kind === 'app-request')).toBeDefined()
      expect(
        lines.filter(({ http }) => http?.url.startsWith('unpkg.com/')).at(-1)?.http?.status,
      ).toBe(200)
      proves('apps.servers.whole')
    } finally {
      await mirror.close()
    }
  },
)
