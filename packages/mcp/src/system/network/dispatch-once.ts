/** The part of an HTTP agent that `fetch` uses. */
interface Dispatches {
  dispatch(...request: unknown[]): boolean
}

/**
 * An agent for one `fetch`, which sends one request: `fetch` sends a POST again by itself when it is
 * answered with 421 (Fetch standard, "HTTP-network-or-cache fetch"), and a call would run twice.
 */
export function dispatchOnce<T extends object>(agent: T): T {
  const { dispatch } = agent as unknown as Dispatches
  let isSent = false
  const once: Dispatches = {
    dispatch(...request) {
      if (isSent) throw new Error('The server wants the request once more; it was not sent again.')
      isSent = true
      return dispatch.apply(agent, request)
    },
  }
  return once as unknown as T
}
