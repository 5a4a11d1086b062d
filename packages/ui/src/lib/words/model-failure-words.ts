import type { ModelFailure } from '@gatehouse/domain'
import { useInLanguage, type Language } from './i18n.ts'

/** Every code; a list of their words would be loaded with the first screen in a language that may not be shown. */
const codes: Readonly<Record<ModelFailure['code'], true>> = {
  'no-model': true,
  'key-missing': true,
  'keychain-locked': true,
  'keychain-unavailable': true,
  'key-elsewhere': true,
  'key-refused': true,
  'model-not-found': true,
  'rate-limited': true,
  'quota-exhausted': true,
  overloaded: true,
  'context-too-long': true,
  'tools-unsupported': true,
  'bad-request': true,
  unreachable: true,
  'proxy-failed': true,
  'proxy-refused': true,
  'certificate-untrusted': true,
  'timed-out': true,
  truncated: true,
  filtered: true,
  'empty-answer': true,
  'call-in-text': true,
  'data-policy': true,
  'region-unsupported': true,
  'length-limit': true,
  'too-much': true,
  'cost-limit': true,
  'turn-too-large': true,
  'invalid-response': true,
  redirected: true,
  'server-error': true,
  internal: true,
}

const reasons: Readonly<Record<NonNullable<ModelFailure['reason']>, true>> = {
  'no-such-address': true,
  'key-not-permitted': true,
  'web-page': true,
  'unreadable-call': true,
  'no-credit': true,
}

type FailureDetail = Pick<ModelFailure, 'code' | 'reason' | 'status' | 'detail'>

/** Returns words for the reason that a model gave no (whole) answer, in the language shown now. */
export function useModelFailureWords(): (failure: FailureDetail) => string {
  return useInLanguage(modelFailureWords)
}

/** The same for what is made once for a language. */
export function modelFailureWords(language: Language): (failure: FailureDetail) => string {
  const t = language.words('errors')
  return (failure) => {
    const { code, reason, status } = failure
    const problem =
      code === 'server-error' && status === undefined
        ? t('model.server-error-without-status')
        : reason === undefined
          ? t(`model.${code}`, { status: status ?? '' })
          : t(`modelReason.${reason}`)
    return failure.detail ? t('withProviderMessage', { problem, detail: failure.detail }) : problem
  }
}

/** By hand: a schema library here would be loaded with the first screen. */
export function readModelFailure(value: unknown): FailureDetail | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { code, reason, status, detail }: Partial<Record<string, unknown>> = { ...value }
  if (!isModelCode(code)) return undefined
  return {
    code,
    ...(isReason(reason) ? { reason } : {}),
    ...(typeof status === 'number' ? { status } : {}),
    ...(typeof detail === 'string' ? { detail } : {}),
  }
}

function isModelCode(code: unknown): code is ModelFailure['code'] {
  return typeof code === 'string' && Object.hasOwn(codes, code)
}

function isReason(reason: unknown): reason is NonNullable<ModelFailure['reason']> {
  return typeof reason === 'string' && Object.hasOwn(reasons, reason)
}
