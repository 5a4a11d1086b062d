import type { FolderRefusal } from '@gatehouse/domain'
import { Callout, RevealText } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { Sentence } from '../../lib/words/sentence.tsx'
import { useShortPath } from '../../lib/formats/short-path.ts'

interface RefusalsProps {
  refused: readonly FolderRefusal[]
  onDismiss: () => void
}

/** Which folders were not added, and why. */
export function Refusals({ refused, onDismiss }: RefusalsProps) {
  const t = useT('workspaces')
  const short = useShortPath()
  return (
    <Callout
      tone="warning"
      role="alert"
      title={t('refused', { count: refused.length })}
      onDismiss={onDismiss}
    >
      <ul className="flex max-h-40 flex-col gap-0.5 overflow-y-auto">
        {refused.map(({ path, reason }, index) => (
          <li key={index}>
            <Sentence
              words={t(`refusal.${reason}`, { skipInterpolation: true })}
              filled={{
                path: (
                  <RevealText text={short(path)} className="font-mono text-small wrap-anywhere" />
                ),
              }}
            />
          </li>
        ))}
      </ul>
    </Callout>
  )
}
