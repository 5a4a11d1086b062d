import { Button, Callout } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useMissingSecrets } from '../../../lib/queries/index.ts'
import { useSecretWords } from '../../../lib/words/secret-words.ts'
import { useUi } from '../../../lib/ui-store.tsx'

/** Which secrets of a server are not in the keychain, before a start fails for it; nothing while none is. */
export function MissingSecrets({ serverId }: { serverId: string }) {
  const t = useT('secrets')
  const { list } = useFormats()
  const words = useSecretWords()
  const setTab = useUi((ui) => ui.setServerTab)
  const missing = useMissingSecrets(serverId)
  if (missing.length === 0) return null
  return (
    <Callout
      tone="warning"
      title={t('missingOf', { names: list(missing.map(({ subject }) => words(subject))) })}
      actions={
        <Button size="small" onClick={() => setTab('settings')}>
          {t('openSettings')}
        </Button>
      }
    >
      {t('missingOfNote', { count: missing.length })}
    </Callout>
  )
}
