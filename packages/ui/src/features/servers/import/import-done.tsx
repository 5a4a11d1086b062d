import type { ServerImportOutcome } from '@gatehouse/domain/launch'
import { Callout, CopyButton, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'

/** Shows where the secrets of what was imported still lie in plain text. */
export function ImportDone({ outcome }: { outcome: ServerImportOutcome }) {
  const t = useT('serverImport')
  return (
    <div className="flex flex-col gap-4">
      <Callout
        tone="success"
        role="status"
        title={t('added', { count: outcome.serverIds.length })}
      />
      <Callout tone="warning" title={t('plainTitle')}>
        <p>{t('plainNote')}</p>
        <ul className="mt-2 flex flex-col gap-1">
          {outcome.plainFiles.map((path) => (
            <li key={path} className="flex items-center gap-1">
              <RevealText text={path} className="min-w-0 font-mono text-small text-fg" />
              <CopyButton text={path} />
            </li>
          ))}
        </ul>
      </Callout>
    </div>
  )
}
