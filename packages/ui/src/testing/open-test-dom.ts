import { Window } from 'happy-dom'

/**
 * For tests: a window in a process that is none, so that what the renderer draws and what main does can
 * be compared in one test. What Node has itself (fetch, URL, AbortController) stays Node's.
 */
export function openTestDom(): { close(): Promise<void> } {
  const window = new Window({ url: 'http://localhost/' })
  const added: string[] = []
  for (const name of Object.getOwnPropertyNames(window)) {
    if (name in globalThis) continue
    added.push(name)
    Object.defineProperty(globalThis, name, {
      configurable: true,
      writable: true,
      value: Reflect.get(window, name),
    })
  }
  // There are neither fonts nor a layout here: everything is at hand, and in view.
  Object.defineProperty(document, 'fonts', { value: { ready: Promise.resolve() } })
  Element.prototype.getBoundingClientRect = () => new DOMRect(0, 50, 600, 200)
  return {
    async close() {
      await window.happyDOM.close()
      for (const name of added) Reflect.deleteProperty(globalThis, name)
    },
  }
}
