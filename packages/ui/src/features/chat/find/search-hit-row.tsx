import type { SearchHit, Snippet } from '@gatehouse/domain'
import { ListRow, RevealText } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useUi } from '../../../lib/ui-store.tsx'

/** A place in a chat where the words are; it leads there. */
export function SearchHitRow({ hit, now }: { hit: SearchHit; now: number }) {
  const t = useT('chat')
  const { brief } = useFormats()
  const openAt = useUi((ui) => ui.openChatAt)
  return (
    <ListRow
      title={<RevealText text={hit.title || t('untitled')} wrap={false} />}
      detail={<SnippetText snippet={hit.snippet} />}
      trailing={brief(hit.at, now)}
      onClick={() => openAt(hit)}
    />
  )
}

/** The words that were searched for, marked where they are. */
function SnippetText({ snippet: { text, marks } }: { snippet: Snippet }) {
  const parts = marks.map(([start, end], index) => ({
    before: text.slice(marks[index - 1]?.[1] ?? 0, start),
    marked: text.slice(start, end),
  }))
  return (
    <span className="line-clamp-2 whitespace-normal text-small text-fg-3">
      {parts.map(({ before, marked }, index) => (
        <span key={index}>
          <RevealText text={before} />
          <mark className="rounded-sm bg-accent-soft text-fg">
            <RevealText text={marked} />
          </mark>
        </span>
      ))}
      <RevealText text={text.slice(marks.at(-1)?.[1] ?? 0)} />
    </span>
  )
}
