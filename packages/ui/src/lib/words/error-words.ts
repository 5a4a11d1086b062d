import { MAX_PINNED_TURNS } from '@gatehouse/domain'
import { featureErrorWords } from './feature-error-words.ts'
import { isBridgeError } from '../bridge/bridge-error.ts'
import { secondsOf, stringOrEmpty } from './error-data.ts'
import { useInLanguage, type Language } from './i18n.ts'
import { readModelFailure, modelFailureWords } from './model-failure-words.ts'

/** Returns words for any failed request, in the language shown now. */
export function useErrorWords(): (error: unknown) => string {
  return useInLanguage(errorWords)
}

/** The same for what is made once for a language. */
export function errorWords(language: Language): (error: unknown) => string {
  const t = language.words('errors')
  const modelWords = modelFailureWords(language)
  const areaWords = featureErrorWords(language)
  return (error) => {
    if (!isBridgeError(error)) return t('code.unknown')
    switch (error.code) {
      case 'model/failed': {
        const failure = readModelFailure(error.data['failure'])
        return failure ? modelWords(failure) : error.message
      }
      case 'chat/busy':
        return t('code.chatBusy')
      case 'chat/quitting':
        return t('code.chatQuitting')
      case 'chat/not-found':
        return t('code.chatGone')
      case 'chat/empty':
        return t('code.chatEmpty')
      case 'chat/tool-not-found':
        return t('code.toolGone')
      case 'chat/form-over':
        return t('code.formOver')
      case 'chat/not-interrupted':
        return t('code.notInterrupted')
      case 'apps/call-open':
        return t('code.appCallOpen')
      case 'chat/not-a-message':
        return t('code.notAMessage')
      case 'chat/too-many-pinned':
        return t('code.tooManyPinned', { count: MAX_PINNED_TURNS })
      case 'server/not-running':
        return t('code.notRunning')
      case 'request/cancelled':
        return t('code.requestCancelled')
      case 'request/timed-out':
        return t('code.requestTimedOut', { seconds: secondsOf(error.data['waitedMs']) })
      case 'request/connection-lost':
        return t('code.requestLost')
      case 'request/refused':
        return t('code.requestRefused', { detail: stringOrEmpty(error.data['detail']) })
      case 'request/invalid-response':
        return t('code.requestInvalidResponse', { detail: stringOrEmpty(error.data['detail']) })
      case 'ipc/internal':
        return t('code.internal')
      case 'ipc/invalid-input':
        return t('code.invalidInput')
      case 'ipc/too-large':
        return t('code.tooLarge')
      default:
        // A code this version has no words for: main's own sentence is better than none.
        return areaWords(error) ?? error.message
    }
  }
}
