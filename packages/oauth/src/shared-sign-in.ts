import { raceAbort } from '@gatehouse/base'
import { isGatehouseError, type GatehouseError, type SignInNote } from '@gatehouse/domain'
import type { AuthorizedServer } from '@gatehouse/host/ports'
import type { AccountSession } from './account-session.ts'
import { asksPerson, isNonInteractive } from './non-interactive-grants.ts'
import type { PageLanguage } from './redirect-page.ts'
import { signIn } from './sign-in-flow.ts'
import { tokenRejected, signInError } from './sign-in-error.ts'
import type { SignInOptions, SignInRequest } from './sign-in-request.ts'
import { createTrace, type SignInTrace } from './trace.ts'

/** Sign-ins within a while that one start of a server gets. */
const MAX_SIGN_INS = 4
/** The same for grants without the person. Refreshes of a token with a known expiry do not count. */
const MAX_DIRECT = 30
const WHILE_MS = 600_000

export interface SharedSignInDependencies extends Pick<
  SignInOptions,
  'own' | 'http' | 'httpFor' | 'appLinks' | 'browserTimeoutMs'
> {
  language(): PageLanguage
  now(): number
  /** Takes the trace of each sign-in when it begins. */
  onTrace(trace: SignInTrace): void
}

/** Shares one sign-in among all requests that need it, and limits how often the person is asked. */
export class SharedSignIn {
  readonly #session: AccountSession
  readonly #deps: SharedSignInDependencies
  #signingIn: { done: Promise<void>; over: AbortController; waiting: number } | undefined
  #refusal: Error | undefined
  /** When the person signed in, lately, and when they were asked. */
  #signedInAt: number[] = []
  #askedAt: number[] = []

  constructor(session: AccountSession, deps: SharedSignInDependencies) {
    this.#session = session
    this.#deps = deps
  }

  get isUnderWay(): boolean {
    return this.#signingIn !== undefined
  }

  /** True if no one is asked again before the next start. */
  get hasFailed(): boolean {
    return this.#refusal !== undefined
  }

  /** A sign-in that the person refused may be asked for again. */
  allowAsking(): void {
    this.#refusal = undefined
    this.#signedInAt = []
    this.#askedAt = []
  }

  end(): void {
    this.#signingIn?.over.abort()
  }

  /**
   * A server that took nothing of what the person signed in for gets no other sign-in by itself; where no one is
   * asked, none for a while. Throws `sign-in/rejected`.
   */
  limitRepeats(isTokenUntaken: boolean): void {
    const { server } = this.#session
    if (this.#signingIn) return
    const since = this.#deps.now() - WHILE_MS
    this.#signedInAt = this.#signedInAt.filter((at) => at > since)
    this.#askedAt = this.#askedAt.filter((at) => at > since)
    const isRepeated = this.#signedInAt.length > 0 && isTokenUntaken
    const isOften = this.#askedAt.length >= MAX_SIGN_INS
    if (asksPerson(server.client) && (isRepeated || isOften))
      this.#refusal ??= tokenRejected(server.name)
    if (!isNonInteractive(server.client)) return
    if (isRepeated || this.#signedInAt.length >= MAX_DIRECT) throw tokenRejected(server.name)
  }

  /** Ended when no one waits for it any more. Rejects with `sign-in/…`. */
  async signIn(request: Omit<SignInRequest, 'account'>, signal: AbortSignal): Promise<void> {
    if (this.#refusal) throw this.#refusal
    if (!this.#signingIn) {
      const over = new AbortController()
      const done = this.#askPerson(request, over.signal)
      this.#signingIn = { done, over, waiting: 0 }
    }
    const current = this.#signingIn
    const leave = (): void => {
      if (this.#signingIn === current) this.#signingIn = undefined
    }
    current.done.then(leave, leave)
    current.waiting += 1
    try {
      await raceAbort(current.done, signal)
    } finally {
      current.waiting -= 1
      if (current.waiting === 0) {
        current.over.abort()
        // Who comes now begins another one.
        leave()
      }
    }
  }

  async #askPerson(request: Omit<SignInRequest, 'account'>, signal: AbortSignal): Promise<void> {
    const { language, now, onTrace, ...deps } = this.#deps
    const { account } = this.#session
    let isAsked = false
    const server = askingServer(this.#session.server, () => {
      isAsked = true
      this.#askedAt.push(now())
    })
    const trace = createTrace(now)
    onTrace(trace)
    if (this.#session.isDamaged)
      trace.note('kept', 'the keychain entry for this server is not a sign-in, so it is not used', {
        code: 'account-damaged',
        values: {},
      })
    const http = deps.http.watched((text, note) => trace.note('request', text, note))
    const httpFor = (url: string) =>
      deps.httpFor(url).watched((text, note) => trace.note('request', text, note))
    try {
      const found = await signIn(
        { ...request, account },
        {
          ...deps,
          http,
          httpFor,
          server,
          trace,
          language: language(),
          now,
          signal,
          identityFor: (first) => this.#session.identityFor(first),
        },
      )
      await this.#session.keepSignedIn(found)
      this.#signedInAt.push(now())
    } catch (error) {
      const failure = asSignInError(error, this.#session.server.name)
      trace.note('ended', failure.message, endNote(failure))
      if (!signal.aborted && (isAsked || !this.#mayPass(error))) this.#refusal = failure
      throw failure
    }
  }

  /** No one is bothered when a request for a token is made again. */
  #mayPass(error: unknown): boolean {
    const isUnreachable = isGatehouseError(error) && error.code === 'sign-in/unreachable'
    return isUnreachable && isNonInteractive(this.#session.server.client)
  }
}

/** The server, with a prompt that reports when the person is asked. */
function askingServer(server: AuthorizedServer, onAsked: () => void): AuthorizedServer {
  const show: AuthorizedServer['prompt']['show'] = (page, signal) => {
    onAsked()
    return server.prompt.show(page, signal)
  }
  return { ...server, prompt: { show } }
}

/** Returns the note about its end, for the window; the address is that of another program's listener. */
function endNote({ code, data }: GatehouseError): SignInNote {
  const { address } = data
  const problem = code.slice('sign-in/'.length)
  return { code: 'ended', values: { problem, address: typeof address === 'string' ? address : '' } }
}

function asSignInError(error: unknown, name: string): GatehouseError {
  if (isGatehouseError(error) && error.code.startsWith('sign-in/')) return error
  return signInError('rejected', `Nobody could be signed in to ${name}.`, { cause: error })
}
