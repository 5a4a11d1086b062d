import type { FileChange } from '@gatehouse/domain/launch'
import { RevealText } from '../kit/index.ts'
import { useT } from '../lib/words/i18n.ts'

/** Which files that decide what runs are others than those that were allowed. */
export function FileChanges({ changes }: { changes: readonly FileChange[] }) {
  const t = useT('servers')
  if (changes.length === 0) return null
  return (
    <ul className="flex flex-col gap-1.5">
      {changes.map(({ kind, named, before, after }, index) => (
        <li key={index} className="min-w-0 text-small">
          {t(`fileChange.${kind}`)} <Path text={named} />
          {kind === 'replaced' ? (
            <Line label={t('fileChange.path')} text={after} />
          ) : (
            <>
              <Line label={t('fileChange.before')} text={before} />
              <Line label={t('fileChange.after')} text={after} />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function Line({ label, text }: { label: string; text: string | null }) {
  if (text === null) return null
  return (
    <span className="block">
      <span className="text-fg-3">{label}</span> <Path text={text} />
    </span>
  )
}

function Path({ text }: { text: string }) {
  return <RevealText text={text} className="font-mono text-small text-fg" />
}
