import { nightly } from './nightly.ts'
import { startForeignServer } from './foreign-server.ts'
import { expect, test } from './launch.ts'
import { proves } from './proves.ts'
import { securityHeaders } from './support/security-headers.ts'

test.use({ ownApp: true })

/**
 * @threat boundary.content-policy
 * @attacker page
 * @tries runs inline script, evaluates text, or loads code and data from elsewhere
 * @stoppedBy the content security policy of the window, and of every file it is served
 */
test('no code and no data from elsewhere gets into the window', async ({ gatehouse }) => {
  const { page } = gatehouse
  const foreign = await startForeignServer()
  try {
    // In a task of the page's own: what the driver runs is exempt from the policy.
    await page.evaluate((url) => {
      const state = {
        ran: [] as string[],
        refused: [] as string[],
        violated: [] as string[],
        done: false,
      }
      Object.assign(window, { state })
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        state.violated.push(effectiveDirective)
      })
      const attempt = async (name: string, action: () => unknown) => {
        try {
          await action()
          state.ran.push(name)
        } catch {
          state.refused.push(name)
        }
      }
      const append = (tag: string, properties: object) =>
        document.body.append(Object.assign(document.createElement(tag), properties))
      const evaluate = Reflect.get(window, 'eval') as (source: string) => unknown
      const run = async () => {
        await attempt('eval', () => evaluate('window.evaluated = true'))
        await attempt('new Function', () =>
          Reflect.construct(Function, ['window.evaluated = true']),
        )
        await attempt('fetch', () => fetch(`${url}/fetch`))
        await attempt('fetch file', () => fetch('file:///etc/passwd'))
        await attempt('worker', () => {
          const source = new Blob(['postMessage(1)'], { type: 'text/javascript' })
          return new Promise((resolve, reject) => {
            const worker = new Worker(URL.createObjectURL(source))
            worker.addEventListener('message', resolve)
            worker.addEventListener('error', reject)
          })
        })
        append('script', { textContent: 'window.inline = true' })
        append('script', { src: `${url}/script.js` })
        append('img', { src: `${url}/image.png` })
        append('iframe', { src: `${url}/frame` })
        append('object', { data: `${url}/object` })
        append('link', { rel: 'stylesheet', href: `${url}/style.css` })
        append('base', { href: url })
        append('style', { textContent: 'body { --from-inline-style: yes }' })
        document.body.insertAdjacentHTML(
          'beforeend',
          '<img src="x:" onerror="window.inline = true">',
        )
        await attempt('socket', () => {
          const socket = new WebSocket(url.replace('http', 'ws'))
          return new Promise((resolve, reject) => {
            socket.addEventListener('open', resolve)
            socket.addEventListener('error', reject)
          })
        })
        navigator.sendBeacon(`${url}/beacon`, 'x')
        setTimeout(() => (state.done = true), 700)
      }
      setTimeout(() => void run())
    }, foreign.url)
    await page.waitForFunction(() => (window as unknown as { state: { done: boolean } }).state.done)
    const seen = await page.evaluate(() => {
      const { state, inline, evaluated } = window as unknown as {
        state: { ran: string[]; violated: string[] }
        inline?: boolean
        evaluated?: boolean
      }
      const styled = getComputedStyle(document.body).getPropertyValue('--from-inline-style')
      return {
        ran: state.ran,
        violated: [...new Set(state.violated)].toSorted(),
        inline,
        evaluated,
        styled,
      }
    })
    expect(seen).toMatchObject({ ran: [], inline: undefined, evaluated: undefined, styled: '' })
    for (const directive of [
      'script-src',
      'script-src-elem',
      'script-src-attr',
      'connect-src',
      'img-src',
      'frame-src',
      'object-src',
      'style-src-elem',
      'base-uri',
      'worker-src',
    ]) {
      expect.soft(seen.violated).toContain(directive)
    }
    expect(foreign.requests).toEqual([])
    proves('boundary.content-policy.code', 'boundary.content-policy.connections')
  } finally {
    foreign.close()
  }
})

/** @threat boundary.content-policy */
test(
  'the app serves the files of its interface and no others',
  nightly('boundary.content-policy.files'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const responses = await page.evaluate(async () => {
      const paths = [
        '/../main/index.cjs',
        '/%2e%2e/main/index.cjs',
        '/..%2f..%2fpackage.json',
        '/assets/..%5c..%5cx',
        '/.env',
        '/nothing.js',
      ]
      const read = async (path: string, method = 'GET') => (await fetch(path, { method })).status
      const wrong = await Promise.all(paths.map((path) => read(path)))
      const right = await fetch('/index.html')
      return {
        wrong,
        posted: await read('/index.html', 'POST'),
        headers: Object.fromEntries(right.headers),
        type: right.headers.get('content-type'),
        policy: right.headers.get('content-security-policy'),
      }
    })
    expect(responses.wrong).toEqual([404, 404, 404, 404, 404, 404])
    expect(responses.posted).toBe(405)
    expect(responses.type).toBe('text/html; charset=utf-8')
    // The tests in a browser serve the interface with these.
    expect(responses.headers).toMatchObject(securityHeaders)
    expect(responses.policy).not.toMatch(/unsafe|http|\*/)
    proves('boundary.content-policy.files')
  },
)

test('the interface itself keeps to the policy', async ({ gatehouse }) => {
  const { page, problems } = gatehouse
  await page.getByRole('textbox').first().waitFor()
  for (const button of await page.getByRole('navigation').first().getByRole('button').all()) {
    await button.click()
    await page.waitForTimeout(150)
    await page.keyboard.press('Escape')
  }
  expect(problems).toEqual([])
  proves('boundary.content-policy.own')
})
