import { useMemo } from 'react'
import { useLocale } from '../../../lib/words/i18n.ts'
import { useConversations } from '../../../lib/queries/index.ts'

/** The tags of all chats, each once, in the order of the language. */
export function useTags(): string[] {
  const locale = useLocale()
  const chats = useConversations().data
  return useMemo(() => {
    const tags = new Set(chats?.flatMap((chat) => chat.tags ?? []))
    return [...tags].toSorted((one, other) => one.localeCompare(other, locale))
  }, [chats, locale])
}
