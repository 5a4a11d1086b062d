import type { Conversation, SearchResult } from '@gatehouse/domain'
import { MessageSquare, SquarePen } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  Button,
  EmptyState,
  IconButton,
  List,
  ListSection,
  PaneBody,
  PaneHeader,
  SearchField,
} from '../../kit/index.ts'
import { chatsOf } from '../../lib/ask-chats.ts'
import { useLocale, useT } from '../../lib/i18n.ts'
import { useNewChat } from '../../lib/new-chat.ts'
import { useNow } from '../../lib/now.ts'
import { useAsks, useConversations, useMessageSearch } from '../../lib/queries/index.ts'
import { QueryStates } from '../../lib/query-states.tsx'
import { useUi } from '../../lib/ui-store.tsx'
import { ChatListRow } from './chat-list-row.tsx'
import { groupByDay } from './day-groups.ts'
import { useDeleteChat } from './delete-chat.ts'
import { useRunningChats } from './running-chats.ts'
import { SearchHits } from './search-hits.tsx'

/** The second column: every chat by day, found by its title and by what was said and done in it. */
export function ChatList() {
  const t = useT('chat')
  const common = useT('common')
  const conversations = useConversations()
  const newChat = useNewChat()
  const [query, setQuery] = useState('')
  const search = useMessageSearch(query).data
  const conversationId = useUi((ui) => ui.conversationId)
  const [shownId, setShownId] = useState(conversationId)
  // A chat that was opened elsewhere must not be hidden by what was searched before.
  if (conversationId !== shownId) {
    setShownId(conversationId)
    const chat = conversations.data?.find(({ id }) => id === conversationId)
    const isFound = search?.hits.some((hit) => hit.conversationId === conversationId)
    if (!isFound && (!chat || !matches(chat, query.trim()))) setQuery('')
  }
  return (
    <>
      <PaneHeader
        kind="list"
        title={common('sections.chats')}
        actions={
          <IconButton icon={SquarePen} label={t('list.new')} keys="Mod+N" onClick={newChat} />
        }
      />
      <div className="px-2.5 pb-1">
        <SearchField label={t('list.search')} value={query} onValueChange={setQuery} />
      </div>
      <PaneBody className="pb-3">
        <QueryStates query={conversations}>
          {(chats) =>
            chats.length === 0 ? (
              <EmptyState
                icon={MessageSquare}
                title={t('list.empty')}
                description={t('list.emptyNote')}
                actions={<Button onClick={newChat}>{t('list.new')}</Button>}
              />
            ) : (
              <Groups
                chats={chats}
                query={query}
                search={query.trim() === '' ? undefined : search}
              />
            )
          }
        </QueryStates>
      </PaneBody>
    </>
  )
}

function matches(chat: Conversation, query: string): boolean {
  const title = chat.title.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => title.includes(word))
}

interface GroupsProps {
  chats: readonly Conversation[]
  query: string
  /** What was found in messages; nothing while nothing is searched. */
  search: SearchResult | undefined
}

function Groups({ chats, query, search }: GroupsProps) {
  const t = useT('chat')
  const locale = useLocale()
  const now = useNow(60_000)
  const selected = useUi((ui) => ui.conversationId)
  const asks = useAsks().data
  const waiting = useMemo(() => new Set(asks?.flatMap(chatsOf).map((chat) => chat.id)), [asks])
  const running = useRunningChats()
  const remove = useDeleteChat(chats)
  const found = useMemo(() => chats.filter((chat) => matches(chat, query.trim())), [chats, query])
  const groups = useMemo(
    () =>
      groupByDay(found, now, { today: t('list.today'), yesterday: t('list.yesterday'), locale }),
    [found, now, t, locale],
  )
  if (found.length === 0 && (search?.hits ?? []).length === 0) {
    return (
      <p role="status" className="px-4 py-3 text-note text-fg-3">
        {t('list.noMatch', { query: query.trim() })}
      </p>
    )
  }
  return (
    <List label={t('list.label')}>
      {groups.map((group) => (
        <ListSection key={group.day} label={group.label}>
          {group.chats.map((chat) => (
            <ChatListRow
              key={chat.id}
              chat={chat}
              now={now}
              selected={chat.id === selected}
              running={running.has(chat.id)}
              waiting={waiting.has(chat.id)}
              onDelete={remove}
            />
          ))}
        </ListSection>
      ))}
      <SearchHits hits={search?.hits ?? []} now={now} />
      {search?.isIndexing === true && (
        <p role="status" className="px-2 py-2 text-small text-fg-3">
          {t('list.indexing')}
        </p>
      )}
    </List>
  )
}
