import { createHighlightService, type HighlightWorker } from './highlight-service.ts'

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

/** The colours of this window. Starts nothing before the first code. */
export const highlightService = createHighlightService(startWorker)
