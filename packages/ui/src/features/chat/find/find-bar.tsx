import type { SearchHit } from '@gatehouse/domain'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton, isComposing, SearchField } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useMessageSearch } from '../../../lib/queries/index.ts'
import type { TypedAhead } from '../../../lib/keys/typed-ahead.ts'
import { useUi } from '../../../lib/ui-store.tsx'

/** As many as a search of one chat gives. */
const MOST = 200

export interface FindBarProps {
  conversationId: string
  onClose: () => void
  typed: TypedAhead
}

/**
 * Finds words in all that the chat shows, whatever of it the window has: the latest match first, then the earlier
 * ones. It never changes which versions are shown, and so what the next message follows.
 */
export function FindBar({ conversationId, onClose, typed }: FindBarProps) {
  const t = useT('chat')
  const [query, setQuery] = useState(typed.text)
  const [at, setAt] = useState(0)
  const openAt = useUi((ui) => ui.openChatAt)
  const result = useMessageSearch(query, { conversationId })
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
    typed.release()
  }, [typed])
  const hits: readonly SearchHit[] = query.trim() === '' ? [] : (result.data?.hits ?? [])
  const go = (next: number) => {
    const hit = hits[(next + hits.length) % Math.max(1, hits.length)]
    if (!hit) return
    setAt(hits.indexOf(hit))
    openAt({ ...hit, shownOnly: true })
  }
  // The latest match of words that are new is gone to at once.
  const first = result.isPlaceholderData ? undefined : hits[0]
  const key = first && `${query} ${first.entryId}`
  const [shown, setShown] = useState<string>()
  if (key !== undefined && key !== shown) {
    setShown(key)
    setAt(0)
  }
  const latest = useRef(first)
  useEffect(() => {
    latest.current = first
  })
  useEffect(() => {
    if (shown !== undefined && latest.current) openAt({ ...latest.current, shownOnly: true })
  }, [shown, openAt])
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') onClose()
    // On a button it presses that.
    else if (event.key === 'Enter' && event.target === field.current)
      go(event.shiftKey ? at - 1 : at + 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const words = {
    at: Math.min(at + 1, hits.length),
    count: hits.length,
  }
  return (
    <div
      role="search"
      aria-label={t('library.find.label')}
      data-testid="find-bar"
      className="flex shrink-0 items-center gap-1 border-b border-line bg-panel px-3 py-1.5"
      onKeyDownCapture={onKeyDown}
    >
      <div className="w-72 min-w-0">
        <SearchField
          ref={field}
          label={t('library.find.label')}
          value={query}
          onValueChange={setQuery}
        />
      </div>
      <span
        role="status"
        className="min-w-0 flex-1 truncate px-1.5 text-small text-fg-3 tabular-nums"
      >
        {query.trim() === '' || result.isPlaceholderData
          ? ''
          : hits.length === 0
            ? t('library.find.none')
            : t(hits.length < MOST ? 'library.find.place' : 'library.find.placeMore', words)}
      </span>
      <IconButton
        icon={ChevronUp}
        label={t('library.find.earlier')}
        keys="Enter"
        disabled={hits.length === 0}
        onClick={() => go(at + 1)}
      />
      <IconButton
        icon={ChevronDown}
        label={t('library.find.later')}
        keys="Shift+Enter"
        disabled={hits.length === 0}
        onClick={() => go(at - 1)}
      />
      <IconButton icon={X} label={t('library.find.close')} keys="Escape" onClick={onClose} />
    </div>
  )
}
