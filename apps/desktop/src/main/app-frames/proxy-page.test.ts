import { createContext, runInContext } from 'node:vm'
import { expect, it } from 'vitest'
import { PROXY_SCRIPT } from './proxy-page.ts'

const PAGE = 'app://gatehouse'
const VIEW = 'mcp-app://v-1'

interface Posted {
  source: unknown
  origin: string
  data: unknown
  ports?: unknown[]
}

/** Runs the script of the proxy between a page and a view; `post` is a message that reaches it. */
function startProxy() {
  const listeners = new Map<string, (event: Posted) => void>()
  const passedOn: unknown[] = []
  const loads: (() => void)[] = []
  const page = {}
  const view = { postMessage: () => undefined }
  const frame = {
    isRemoved: false,
    contentWindow: view,
    setAttribute: () => undefined,
    addEventListener: (_type: string, listener: () => void) => void loads.push(listener),
    remove: () => void (frame.isRemoved = true),
  }
  const port = { postMessage: (message: unknown) => void passedOn.push(message) }
  const context = createContext({
    document: {
      body: { dataset: { view: VIEW, page: PAGE, allow: '' }, append: () => undefined },
      createElement: () => frame,
    },
    parent: page,
    setInterval: () => 0,
    addEventListener: (type: string, listener: (event: Posted) => void) =>
      void listeners.set(type, listener),
  })
  runInContext(PROXY_SCRIPT, context)
  const post = (posted: Posted): void => listeners.get('message')?.({ ports: [], ...posted })
  const connect = (posted: Partial<Posted> = {}): void =>
    post({ source: page, origin: PAGE, data: 'port', ports: [port], ...posted })
  return { page, view, frame, passedOn, post, connect, load: () => loads.forEach((on) => on()) }
}

/** @threat apps.powers */
it('takes its port from the page alone, once, and messages from its own view alone', () => {
  const { page, view, passedOn, post, connect } = startProxy()
  const sibling = {}
  connect({ source: sibling })
  connect({ origin: 'mcp-app://v-2' })
  connect({ ports: [] })
  post({ source: view, origin: VIEW, data: { early: 1 } })
  expect(passedOn).toEqual([])
  connect()
  const other = { postMessage: () => expect.unreachable('The port of another was taken.') }
  connect({ source: sibling, ports: [other] })
  connect({ ports: [other] })
  for (const posted of [
    { source: sibling, origin: VIEW },
    { source: sibling, origin: 'mcp-app://v-2' },
    { source: page, origin: PAGE },
    // A child of the view, and the view after it went elsewhere.
    { source: {}, origin: VIEW },
    { source: view, origin: 'null' },
  ])
    post({ ...posted, data: { hostile: 1 } })
  post({ source: view, origin: VIEW, data: { own: 1 } })
  expect(passedOn).toEqual(['{"own":1}'])
})

/** @threat apps.flood */
it('gives up on a view that floods, is too large or loads twice, and passes nothing on after that', () => {
  const lost = (act: (proxy: ReturnType<typeof startProxy>) => void): unknown => {
    const proxy = startProxy()
    proxy.connect()
    act(proxy)
    proxy.post({ source: proxy.view, origin: VIEW, data: 'late' })
    expect(proxy.frame.isRemoved).toBe(true)
    return proxy.passedOn.at(-1)
  }
  const send = ({ post, view }: ReturnType<typeof startProxy>, data: unknown): void =>
    post({ source: view, origin: VIEW, data })
  expect(
    lost((proxy) => {
      for (let count = 0; count < 601; count += 1) send(proxy, count)
    }),
  ).toEqual({ lost: 'over-limits' })
  expect(lost((proxy) => send(proxy, 'x'.repeat(1_048_577)))).toEqual({ lost: 'over-limits' })
  expect(
    lost((proxy) => {
      for (let count = 0; count < 5; count += 1) send(proxy, 'x'.repeat(1_000_000))
    }),
  ).toEqual({ lost: 'over-limits' })
  expect(
    lost(({ load }) => {
      load()
      load()
    }),
  ).toEqual({ lost: 'navigated' })
  // Nothing that is JSON: a cycle, or a function's absence.
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  const { view, passedOn, post, connect } = startProxy()
  connect()
  for (const data of [cycle, undefined, 1n]) post({ source: view, origin: VIEW, data })
  expect(passedOn).toEqual([])
})
