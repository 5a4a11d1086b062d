import type { ConnectionFailure, ServerConfig } from '@gatehouse/domain'
import type { errors as english } from '../../locales/en/errors.ts'
import { useInLanguage, type Language } from './i18n.ts'

const reasons: Record<string, keyof typeof english.unreachable> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'name-unknown',
  EAI_AGAIN: 'name-unknown',
  BAD_PORT: 'bad-port',
  ETIMEDOUT: 'timed-out',
  UND_ERR_CONNECT_TIMEOUT: 'timed-out',
  ECONNRESET: 'reset',
  UND_ERR_SOCKET: 'reset',
}

const signInProblems: Readonly<Record<keyof typeof english.signIn, true>> = {
  refused: true,
  denied: true,
  'timed-out': true,
  unsafe: true,
  unsupported: true,
  unreachable: true,
  rejected: true,
  locked: true,
  'port-in-use': true,
}

/** Returns the meaning of a network code, if it is one that has words. */
function reasonOf(code: string): keyof typeof english.unreachable | undefined {
  return Object.hasOwn(reasons, code) ? reasons[code] : undefined
}

/** Returns the reason for which no one was signed in, when a sign-in was tried. */
export function signInProblem({
  code,
  detail = '',
}: Pick<ConnectionFailure, 'code' | 'detail'>): keyof typeof english.signIn | undefined {
  const problem = detail.slice('sign-in/'.length)
  const isKnown = code === 'sign-in-needed' && detail.startsWith('sign-in/')
  return isKnown && isSignInProblem(problem) ? problem : undefined
}

function isSignInProblem(problem: string): problem is keyof typeof english.signIn {
  return Object.hasOwn(signInProblems, problem)
}

/** Returns the meaning of an HTTP status, if the address is not at fault. */
function statusReason(status: number): keyof typeof english.httpStatus | undefined {
  if (status === 403) return 'forbidden'
  if (status === 408 || status === 425 || status === 429) return 'busy'
  if (status < 500 || status === 501 || status === 505) return undefined
  return status === 500 ? 'error' : 'down'
}

function mismatchWords({ of, found }: NonNullable<ConnectionFailure['mismatch']>) {
  if (of === 'client') return 'signInClientMismatch'
  if (of === 'response') return found === null ? 'signInIssMissing' : 'signInIssMismatch'
  return found === null ? 'signInMissing' : 'signInMismatch'
}

/**
 * Returns words for the reason that a server is not connected, in the language shown now. Last lines and folders
 * are shown apart.
 */
export function useConnectionFailureWords(): ConnectionFailureWords {
  return useInLanguage(connectionFailureWords)
}

type ConnectionFailureWords = (
  failure: ConnectionFailure,
  server: Pick<ServerConfig, 'name' | 'transport'>,
) => string

function connectionFailureWords(language: Language): ConnectionFailureWords {
  const t = language.words('errors')
  return (failure, { name, transport }) => {
    const values = {
      name,
      command: failure.command ?? '',
      // A code, not a quantity: Windows has some of ten digits.
      exitCode: String(failure.exitCode ?? ''),
      signal: failure.signal ?? '',
      status: String(failure.status ?? ''),
      seconds: Math.round((failure.waitedMs ?? 0) / 1000),
      detail: failure.detail ?? '',
      address: failure.address ?? '',
    }
    const reason = failure.code === 'unreachable' && reasonOf(values.detail)
    if (reason) return t(`unreachable.${reason}`, values)
    const signIn = signInProblem(failure)
    if (signIn) {
      const { mismatch, said } = failure
      const isRedirect = signIn === 'rejected' && failure.address !== undefined
      const problem = mismatch
        ? t(mismatchWords(mismatch), { ...mismatch, name, found: mismatch.found ?? '' })
        : isRedirect
          ? t('signInRedirect', values)
          : t(`signIn.${signIn}`, values)
      return said === undefined ? problem : t('withServiceMessage', { problem, said })
    }
    const status = failure.code === 'http-status' && statusReason(failure.status ?? 0)
    if (status) return t(`httpStatus.${status}`, values)
    if (failure.code === 'bad-output' && transport.kind === 'http')
      return t('invalidResponse', values)
    if (failure.code !== 'exited') return t(`connection.${failure.code}`, values)
    if (failure.signal !== undefined) return t('exitedBySignal', values)
    return failure.exitCode === undefined
      ? t('connection.exited', values)
      : t('exitedWithCode', values)
  }
}
