import type { ConsentPrompt } from '@gatehouse/host/ports'
import type { AppWindows } from './app-windows.ts'

/** Consent that a page asked for, and that is cancelled once that page is gone: no one consents to what they cannot see. */
export function createPageConsent(
  queue: ConsentPrompt,
  windows: Pick<AppWindows, 'asking'>,
): ConsentPrompt {
  return {
    ask(request, signal, reveal) {
      const page = windows.asking()
      return queue.ask(request, page ? AbortSignal.any([signal, page.signal]) : signal, reveal)
    },
  }
}
