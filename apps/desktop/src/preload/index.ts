import { contextBridge, ipcRenderer, webFrame, webUtils } from 'electron'
import {
  APP_PORT_CHANNEL,
  ATTACHES_ATTRIBUTE,
  DROP_CHANNEL,
  EVENT_CHANNEL,
  FILES_DROPPED,
  REQUEST_CHANNEL,
  SPELLING_LIMITS,
  type DropPurpose,
} from '@gatehouse/contract/bridge'
import { isTooLarge } from '@gatehouse/contract/input-size'

interface Subscription {
  event: string
  listener(payload: unknown): void
}

const subscriptions = new Set<Subscription>()

function notifyPage(name: string, payload: unknown): void {
  for (const { event, listener } of Array.from(subscriptions)) {
    if (event === name) listener(payload)
  }
}

ipcRenderer.on(EVENT_CHANNEL, (_event, name: string, payload: unknown) => notifyPage(name, payload))

// A port cannot cross the bridge, so the page receives it as a message of its own window.
ipcRenderer.on(APP_PORT_CHANNEL, ({ ports }, viewId: string) =>
  window.postMessage({ type: APP_PORT_CHANNEL, viewId }, location.origin, ports),
)

// Called only for what a person dropped where the page takes it: the page's own listeners ran before.
window.addEventListener('drop', (event) => {
  if (!event.isTrusted || !event.defaultPrevented) return
  const files = Array.from(event.dataTransfer?.files ?? [])
  // The path is empty for a file that is not on a disk.
  const paths = files.map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '')
  // Main receives them before the page can name one.
  const isAttached =
    event.target instanceof Element && event.target.closest(`[${ATTACHES_ATTRIBUTE}]`) !== null
  ipcRenderer.send(DROP_CHANNEL, paths, (isAttached ? 'attach' : 'pick') satisfies DropPurpose)
  notifyPage(FILES_DROPPED, paths)
})

contextBridge.exposeInMainWorld('bridge', {
  async request(route: unknown, input: unknown): Promise<unknown> {
    if (isTooLarge([route, input])) {
      const message = 'What was given is too large and was not sent. Give less at once.'
      return { ok: false, error: { code: 'ipc/too-large', message, data: {} } }
    }
    try {
      return await ipcRenderer.invoke(REQUEST_CHANNEL, route, input)
    } catch {
      const message = 'The request or its response could not be carried between the processes.'
      return { ok: false, error: { code: 'ipc/not-delivered', message, data: {} } }
    }
  },
  on(event: string, listener: (payload: unknown) => void): () => void {
    const subscription = { event, listener }
    subscriptions.add(subscription)
    return () => void subscriptions.delete(subscription)
  },
})

/** By then a page has shown its first screen. */
const AFTER_LOAD_MS = 4000

// What the start left behind is given back once, when nothing else is to be done.
window.addEventListener('load', () => {
  setTimeout(() => requestIdleCallback(() => webFrame.clearCache()), AFTER_LOAD_MS)
})

/**
 * True for the stand-in of development and tests: Electron 33.2.1 loops for ever over a text that begins with a digit
 * or a mark, where there is a provider (mended in 33.3). Its tests ask for one nevertheless.
 */
const isCheckBroken =
  process.versions['electron'] === '33.2.1' && process.env['GATEHOUSE_SPELLING'] !== '1'

// Words of fields for prose, a moment after they were typed. macOS asks a checker of its own.
if (process.platform !== 'darwin' && !isCheckBroken)
  webFrame.setSpellCheckProvider('en-US', {
    spellCheck(all, done) {
      const words = all
        .filter(({ length }) => length <= SPELLING_LIMITS.wordCharacters)
        .slice(0, SPELLING_LIMITS.checkedAtOnce)
      ipcRenderer.invoke(REQUEST_CHANNEL, 'app.check-spelling', { words }).then(
        (result: { data?: string[] }) => done(result.data ?? []),
        () => done([]),
      )
    },
  })
