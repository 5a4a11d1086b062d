import type { JsonObject } from '@gatehouse/domain'
import { diffLines, diffWords, type Change } from 'diff'
import { useMemo } from 'react'
import { classNames, RevealText } from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'

/** Beyond this a word diff takes longer than a frame; lines are compared then. */
const MAX_WORD_DIFF = 20_000

function compare(before: string, after: string): Change[] {
  if (before.length + after.length > MAX_WORD_DIFF) return diffLines(before, after)
  return diffWords(before, after)
}

/** JSON with real newlines in its strings, so that long texts compare line by line. */
function readable(value: JsonObject): string {
  return Object.entries(value)
    .map(
      ([name, one]) => `${name}: ${typeof one === 'string' ? one : JSON.stringify(one, null, 2)}`,
    )
    .join('\n')
}

/** What the person changed in the proposal: taken out struck through, put in marked. */
export function ArgumentsDiff({ before, after }: { before: JsonObject; after: JsonObject }) {
  const t = useT('chat')
  const changes = useMemo(() => compare(readable(before), readable(after)), [before, after])
  if (changes.every((change) => !change.added && !change.removed)) {
    return <p className="text-small text-fg-3">{t('call.noChanges')}</p>
  }
  return (
    <pre
      role="group"
      tabIndex={0}
      aria-label={t('call.changes')}
      className="max-h-60 overflow-auto rounded-lg border border-line bg-sunken px-3 py-2 font-mono text-small whitespace-pre-wrap focus-visible:-outline-offset-2"
    >
      {changes.map((change, index) => {
        const Mark = change.added ? 'ins' : change.removed ? 'del' : 'span'
        return (
          <Mark
            key={index}
            className={classNames(
              change.added && 'rounded-sm bg-success-soft text-success no-underline',
              change.removed && 'rounded-sm bg-danger-soft text-danger line-through',
            )}
          >
            <RevealText text={change.value} />
          </Mark>
        )
      })}
    </pre>
  )
}
