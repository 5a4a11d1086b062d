import type { BridgeError } from '../bridge/bridge-error.ts'
import { stringOrEmpty } from './error-data.ts'
import type { Language } from './i18n.ts'

/** Returns words for a failure of the disk, of a link or of a task; undefined for any other failure. */
export function storeErrorWords(
  language: Language,
): (error: Pick<BridgeError, 'code' | 'data'>) => string | undefined {
  const t = language.words('errors')
  return ({ code, data }) => {
    const file = stringOrEmpty(data['file'])
    switch (code) {
      case 'store/locked':
        return t('code.storeLocked', { file })
      case 'store/disk-full':
        return t('code.storeDiskFull', { file })
      case 'store/disk-error':
        return t('code.storeDiskError', { file })
      case 'store/read-only':
        return t('code.storeReadOnly', { file })
      case 'store/cannot-open':
        return t('code.storeCannotOpen', { file })
      case 'store/corrupt':
        return t('code.storeCorrupt', { file })
      case 'store/constraint':
      case 'store/failed':
        return t('code.storeFailed', { file })
      case 'store/blob-missing':
        return t('code.blobMissing')
      case 'link/failed':
        return t('code.linkFailed')
      case 'link/not-allowed':
        return t('code.linkNotAllowed')
      case 'link/refused':
        return t('code.linkRefused')
      case 'task/not-found':
        return t('code.taskGone')
      case 'chat/no-message':
        return t('code.noMessage')
      default:
        return undefined
    }
  }
}
