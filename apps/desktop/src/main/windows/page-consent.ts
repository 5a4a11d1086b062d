import type { ConsentPrompt } from '@gatehouse/host/ports'
import type { AppWindows } from './app-windows.ts'

/** Consent that a page asked for, and that is cancelled once that page is gone: no one consents to what they cannot see. */
export function createPageConsent(
  queue: ConsentPrompt,
  windows: Pick<AppWindows, 'asking'>,
): ConsentPrompt {
  const withPage = (signal: AbortSignal): AbortSignal => {
    const page = windows.asking()
    return page ? AbortSignal.any([signal, page.signal]) : signal
  }
  return {
    ask: (request, signal, reveal) => queue.ask(request, withPage(signal), reveal),
    choose: (request, signal) => queue.choose(request, withPage(signal)),
  }
}
