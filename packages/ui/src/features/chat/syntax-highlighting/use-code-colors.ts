import { createContext, useContext, useEffect, useRef, type RefObject } from 'react'
import { hasHidden } from '../../../kit/index.ts'
import { whenIdle } from '../../../lib/windows/when-idle.ts'
import { MAX_COLORED, createHighlightService, type HighlightWorker } from './highlight-service.ts'
import { canPaint, paintCode } from './paint-code.ts'

/** The colours of this window. Starts nothing before the first code. */
const highlightService = createHighlightService(startWorker)

/** False around a code that still grows. */
export const CodeIsComplete = createContext(true)

/**
 * Colours the code of a block that is drawn plain, once it is complete and while it is in the page. Code with hidden
 * characters stays plain, so that nothing stands out but those.
 */
export function useCodeColors(
  code: string,
  language: string | undefined,
): RefObject<HTMLPreElement | null> {
  const block = useRef<HTMLPreElement>(null)
  const isComplete = useContext(CodeIsComplete)
  useEffect(() => {
    const element = block.current
    if (!element || !isComplete || language === undefined || !canPaint()) return undefined
    if (code.length > MAX_COLORED || hasHidden(code)) return undefined
    const gone = new AbortController()
    const request = { code, language: language.toLowerCase() }
    const stopWaiting = whenIdle(() => {
      void highlightService.color(request, gone.signal).then((ranges) => {
        if (ranges && !gone.signal.aborted) keepPainted(element, { code, ranges }, gone.signal)
      })
    })
    return () => {
      stopWaiting()
      gone.abort()
    }
  }, [code, language, isComplete])
  return block
}

/** Paints a block, and what is drawn of it later. */
function keepPainted(
  element: Element,
  { code, ranges }: { code: string; ranges: readonly number[] },
  signal: AbortSignal,
): void {
  let clear = paintCode(element, code, ranges)
  const observer = new MutationObserver(() => {
    clear()
    clear = paintCode(element, code, ranges)
  })
  observer.observe(element, { childList: true, subtree: true })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    clear()
  })
}

/** A file of the app's own, which the content security policy allows as script. */
function startWorker(receive: (message: unknown) => void): HighlightWorker {
  const worker = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => receive(data))
  worker.addEventListener('error', () => receive(undefined))
  return {
    send: (request) => worker.postMessage(request, []),
    terminate: () => worker.terminate(),
  }
}
