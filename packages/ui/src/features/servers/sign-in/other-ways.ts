import {
  DEFAULT_REDIRECT,
  type ConnectionFailure,
  type ServerConfig,
  type SignInRedirect,
} from '@gatehouse/domain'
import { signInProblem } from '../../../lib/words/connection-failure-words.ts'

/** A way back from the browser that is not the present one. */
export interface OtherRedirect {
  name: 'any-port' | '127.0.0.1' | 'localhost' | 'app-link'
  redirect: SignInRedirect
}

/** The other ways back from the browser, after it could not return by the present one. */
export function otherRedirects(
  { signInRedirect = DEFAULT_REDIRECT }: Pick<ServerConfig, 'signInRedirect'>,
  { failure, opensByLink }: { failure: ConnectionFailure; opensByLink: boolean },
): OtherRedirect[] {
  if (signInProblem(failure) === undefined || failure.address === undefined) return []
  const host = signInRedirect.kind === 'loopback' ? signInRedirect.host : undefined
  const hasPort = signInRedirect.kind === 'loopback' && signInRedirect.port !== undefined
  const ways: OtherRedirect[] = []
  if (host !== undefined && hasPort)
    ways.push({ name: 'any-port', redirect: { kind: 'loopback', host } })
  for (const other of ['127.0.0.1', 'localhost'] as const)
    if (other !== host) ways.push({ name: other, redirect: { kind: 'loopback', host: other } })
  if (opensByLink && host !== undefined)
    ways.push({ name: 'app-link', redirect: { kind: 'app-link' } })
  return ways
}

/** The fields of the settings that a person can fill in where a sign-in cannot succeed. */
export function otherEntry(failure: ConnectionFailure): 'token' | 'client' | undefined {
  const problem = signInProblem(failure)
  if (problem === undefined) return undefined
  const { of } = failure.mismatch ?? {}
  if (of === 'client') return 'client'
  if (of === 'response') return undefined
  if (failure.address !== undefined) return 'client'
  return failure.mismatch !== undefined || problem === 'unsupported' ? 'token' : undefined
}
