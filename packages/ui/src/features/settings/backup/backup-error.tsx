import { Callout } from '../../../kit/index.ts'
import { isBridgeError } from '../../../lib/bridge/bridge-error.ts'
import { stringOrEmpty } from '../../../lib/words/error-data.ts'
import { useErrorWords } from '../../../lib/words/error-words.ts'
import { useT } from '../../../lib/words/i18n.ts'
import type { backup } from '../../../locales/en/backup.ts'

/** A failed backup or restore; a cancelled one needs no words. */
export function BackupError({ error }: { error: Error | null }) {
  const t = useT('backup')
  const others = useErrorWords()
  if (!error) return null
  const code = isBridgeError(error) ? error.code : ''
  if (code === 'backup/cancelled') return null
  const key = `error.${code.replace('backup/', '')}`
  const name = isBridgeError(error) ? stringOrEmpty(error.data['name']) : ''
  const text: string = t(key as `error.${keyof typeof backup.error}`, { name })
  // The key stands where there are no words.
  return <Callout tone="danger" role="alert" title={text === key ? others(error) : text} />
}
