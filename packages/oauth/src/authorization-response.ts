import { signInError } from './sign-in-error.ts'

/** Characters of what comes back from the browser. */
export const MAX_QUERY = 8192

/** The one response that a sign-in waits for, whichever way it comes back. */
export interface PendingAuthorizationResponse {
  /** The first query with the right state. Rejects when no one waits for it. */
  readonly response: Promise<URLSearchParams>
  /** Takes a query when `problem` is undefined, its state is right and none was taken before. */
  judge(query: URLSearchParams, problem: string | undefined): boolean
  close(): void
}

/** A query with a wrong state ends nothing: any program on this computer could send one. */
export function createPendingAuthorizationResponse({
  state,
  onUnexpectedRequest,
}: {
  state: string
  /** Somebody came with something else; `why` is `state`, `again` or the problem. */
  onUnexpectedRequest(why: string): void
}): PendingAuthorizationResponse {
  let take: (query: URLSearchParams) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  let isTaken = false
  const response = new Promise<URLSearchParams>(
    (resolve, reject) => ([take, fail] = [resolve, reject]),
  )
  response.catch(() => undefined)
  return {
    response,
    judge(query, problem) {
      const why = problem ?? (query.get('state') === state ? undefined : 'state')
      if (why !== undefined || isTaken) {
        onUnexpectedRequest(why ?? 'again')
        return false
      }
      isTaken = true
      take(query)
      return true
    },
    close: () => fail(signInError('timed-out', 'The sign-in was ended before a response came.')),
  }
}
