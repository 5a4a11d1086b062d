import type { Result, RouteOutput } from '@gatehouse/contract'

/** A page from when it is in its window until it is gone. */
interface Page {
  readonly signal: AbortSignal
}

/**
 * Forgets each import, and the secrets that it read, with the page that began it: no other page can finish it.
 * Called with every response that a page gets.
 */
export function forgetImportsWithPages(
  forget: (id: string) => void,
): (page: Page, route: unknown, result: Result<unknown>) => void {
  return ({ signal }, route, result) => {
    if (route !== 'import.open' || !result.ok) return
    const { id } = result.data as RouteOutput<'import.open'>
    // The page may have gone while the files were read.
    if (signal.aborted) forget(id)
    else signal.addEventListener('abort', () => forget(id), { once: true })
  }
}
