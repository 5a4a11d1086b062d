import type { ConversationView, EntryPosition, TranscriptPage } from '@gatehouse/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { queryKeys } from '../../../lib/queries/query-keys.ts'
import { edgeOf } from '../../../lib/live/merge-transcript-pages.ts'

/** Entries that one request brings: of a long answer most are calls of tools. */
const PAGE = 200

/** A message as it is put in again. */
export interface SentMessage {
  text: string
  /** It came out of the file of its chat: the person did not write it. */
  isFromFile: boolean
}

/** Messages that were sent in a chat, as far as they were read. */
export interface SentMessages {
  conversationId: string
  /** The latest first; where several in a row are the same, one of them. */
  messages: readonly SentMessage[]
  /** Where reading continues; `null`: all was read. */
  next: EntryPosition | 'latest' | null
}

interface SentMessagesReader {
  /** Messages that the window has; without a request. */
  begin: (conversationId: string) => SentMessages
  /** Reads back until there are more than `at`, everything was read, or it is no longer wanted. */
  readTo: (sent: SentMessages, at: number, isWanted: () => boolean) => Promise<SentMessages>
}

export function useSentMessages(): SentMessagesReader {
  const client = useQueryClient()
  const { request } = useBridge()
  const pageOf = ({ conversationId: id, next }: SentMessages): Promise<TranscriptPage> | null => {
    if (next === null) return null
    return next === 'latest'
      ? request('chat.get', { id })
      : request('chat.page', { id, anchor: next, side: 'before', entries: PAGE })
  }
  return {
    begin(conversationId) {
      const view = client.getQueryData<ConversationView>(queryKeys.conversation(conversationId))
      const nothing: SentMessages = { conversationId, messages: [], next: 'latest' }
      return view && !view.hasAfter ? withPage(nothing, view) : nothing
    },
    async readTo(sent, at, isWanted) {
      let known = sent
      while (known.messages.length <= at && isWanted()) {
        try {
          const page = await pageOf(known)
          if (!page) break
          known = withPage(known, page)
        } catch {
          // Another version of the chat is shown by now.
          return { ...known, next: null }
        }
      }
      return known
    },
  }
}

function withPage(sent: SentMessages, page: TranscriptPage): SentMessages {
  const messages = [...sent.messages]
  for (const entry of page.turns.flatMap(({ entries }) => entries).toReversed()) {
    if (entry.kind !== 'user-message' || entry.text.trim() === '') continue
    const { text, imported } = entry
    const message = { text, isFromFile: imported !== undefined }
    const last = messages.at(-1)
    if (last?.text !== text || last.isFromFile !== message.isFromFile) messages.push(message)
  }
  return { ...sent, messages, next: page.hasBefore ? edgeOf(page, 'before') : null }
}
