import './all-words.ts'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** For tests: something drawn, whose effects have run. */
export interface Mounted {
  element: HTMLElement
  /** Does something to it and waits for what follows. */
  run(work: () => void): Promise<void>
  close(): Promise<void>
}

export async function mount(node: ReactNode): Promise<Mounted> {
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  // What `act` gives is no whole promise.
  const run = async (work: () => void): Promise<void> => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    await act(async () => {
      work()
      await new Promise((resolve) => setTimeout(resolve, 0))
    })
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  }
  await run(() => root.render(node))
  return {
    element,
    run,
    async close() {
      await run(() => root.unmount())
      element.remove()
    },
  }
}

/** The text that an element shows, with each revealed character as the character that it stands for. */
export function shownText(node: Node): string {
  if (node instanceof HTMLElement) {
    const { codePoint, count = '1', empty } = node.dataset
    if (empty !== undefined) return ''
    if (codePoint !== undefined)
      return String.fromCodePoint(Number(codePoint)).repeat(Number(count))
  }
  if (node.childNodes.length === 0) return node.nodeValue ?? ''
  return Array.from(node.childNodes, shownText).join('')
}

/** Presses the button with this name. Throws when there is none, or it cannot be pressed. */
export function button(element: HTMLElement, name: RegExp): HTMLButtonElement {
  const found = Array.from(element.querySelectorAll('button')).find((one) =>
    name.test(one.getAttribute('aria-label') ?? one.textContent),
  )
  if (!found || found.disabled) throw new Error(`There is no button ${name}, or it is disabled.`)
  return found
}
