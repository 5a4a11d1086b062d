import type { Conversation, SearchHit, SearchResult } from '@gatehouse/domain'
import { MessageSquare, SquarePen } from 'lucide-react'
import { useMemo, useState, type MouseEvent, useEffect } from 'react'
import {
  Button,
  ContextMenu,
  EmptyState,
  IconButton,
  List,
  ListHeading,
  VirtualList,
  PaneBody,
  PaneHeader,
  SearchField,
} from '../../../kit/index.ts'
import { chatsOf } from '../../../lib/chats/ask-chats.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useNewChat } from '../../../lib/chats/new-chat.ts'
import { useNow } from '../../../lib/formats/now.ts'
import {
  useAsks,
  useChatsInWindows,
  useConversations,
  useMessageSearch,
} from '../../../lib/queries/index.ts'
import { QueryStates } from '../../../lib/queries/query-states.tsx'
import { useUi } from '../../../lib/ui-store.tsx'
import { ChatListMenu } from './chat-list-menu.tsx'
import { ChatListRow, useChatEntries } from './chat-list-row.tsx'
import { groupByDay } from './day-groups.ts'
import { useDeleteChat } from './delete-chat.ts'
import { useConfirmEndChat } from '../window/end-temporary-chat.tsx'
import { SearchFilterButton } from '../markdown/lazy-parts.tsx'
import { filterOf, type ChosenFilter } from '../search/chosen-filter.ts'
import { FilterChips, NothingFound } from '../search/filter-chips.tsx'
import { SearchHitRow } from '../find/search-hit-row.tsx'
import { TagFilter } from '../tags/tag-filter.tsx'
import { useTags } from '../tags/use-tags.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { runsAfter } from '../../../lib/live/apply-turn-events.ts'
import { useRetainedState } from '../../../lib/drafts/use-retained-state.ts'

/** The second column: every chat by day, pinned ones above them, found by its title and by its messages and calls. */
export function ChatList() {
  const t = useT('chat')
  const common = useT('common')
  const conversations = useConversations()
  const newChat = useNewChat()
  const conversationId = useUi((ui) => ui.conversationId)
  const tags = useTags()
  const { query, setQuery, filter, setFilter } = useRetainedSearch(conversationId, tags)
  const { tag } = filter
  const [showsArchived, setShowsArchived] = useState(false)
  const sought = filterOf(filter)
  const found = useMessageSearch(query, sought).data
  const search = sought === null ? undefined : found
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
          <>
            <ChatListMenu showsArchived={showsArchived} onShowArchived={setShowsArchived} />
            <IconButton icon={SquarePen} label={t('list.new')} keys="Mod+N" onClick={newChat} />
          </>
        }
      />
      <div className="flex items-center gap-1 px-2.5 pb-1">
        <div className="min-w-0 flex-1">
          <SearchField label={t('list.search')} value={query} onValueChange={setQuery} />
        </div>
        <TagFilter
          tags={tags}
          value={tag ?? null}
          onChange={(next) => setFilter({ ...filter, tag: next ?? undefined })}
        />
        {query.trim() !== '' && <SearchFilterButton filter={filter} onChange={setFilter} />}
      </div>
      {query.trim() !== '' && (
        <FilterChips
          filter={filter}
          onChange={setFilter}
          isAlone={sought === null || search?.hits.length === 0}
        />
      )}
      <QueryStates query={conversations}>
        {(chats) =>
          chats.length === 0 ? (
            <PaneBody className="pb-3">
              <EmptyState
                icon={MessageSquare}
                title={t('list.empty')}
                description={t('list.emptyNote')}
                actions={<Button onClick={newChat}>{t('list.new')}</Button>}
              />
            </PaneBody>
          ) : (
            <Rows
              chats={chats.filter(
                (chat) =>
                  (showsArchived || isListed(chat, query)) &&
                  (tag === undefined || chat.tags?.includes(tag) === true),
              )}
              query={query.trim()}
              filter={query.trim() === '' ? {} : filter}
              onFilter={setFilter}
              search={query.trim() === '' ? undefined : search}
            />
          )
        }
      </QueryStates>
    </>
  )
}

/** True if a chat is listed; a search finds archived chats too. */
function isListed({ archivedAt }: Conversation, query: string): boolean {
  return archivedAt === undefined || query.trim() !== ''
}

/** Pinned ones stand above the days, unless they were put away. */
function isOnTop({ pinnedAt, archivedAt }: Conversation): boolean {
  return pinnedAt !== undefined && archivedAt === undefined
}

function matches(chat: Conversation, query: string): boolean {
  const title = chat.title.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => title.includes(word))
}

/** A row of the list: a day, a chat, or a place of a match. */
type ChatRow = { heading: string } | { chat: Conversation } | { hit: SearchHit }

/** Rows up to which all are drawn: about a window full. */
const DRAW_ALL = 40

const nothing: readonly SearchHit[] = []

interface RowsProps {
  chats: readonly Conversation[]
  query: string
  /** Nothing while nothing is searched. */
  filter: ChosenFilter
  onFilter: (filter: ChosenFilter) => void
  /** Results in messages; nothing while no search runs. */
  search: SearchResult | undefined
}

function Rows({ chats, query, filter, onFilter, search }: RowsProps) {
  const t = useT('chat')
  const formats = useFormats()
  const now = useNow(60_000)
  const selected = useUi((ui) => ui.conversationId)
  const asks = useAsks().data
  const waiting = useMemo(() => new Set(asks?.flatMap(chatsOf).map((chat) => chat.id)), [asks])
  const running = useRunningChats()
  const inWindows = useChatsInWindows()
  const { remove, dialog } = useConfirmEndChat(useDeleteChat(chats))
  const [renamed, setRenamed] = useState<string | null>(null)
  const [pointed, setPointed] = useState<Conversation>()
  const entriesOf = useChatEntries({ onRename: setRenamed, onDelete: remove })
  // Titles are of no model, tool or day: what is narrowed to one of them are messages.
  const isOfMessages = Object.entries(filter).some(
    ([key, value]) => key !== 'tag' && value !== undefined,
  )
  const found = useMemo(
    () => (isOfMessages ? [] : chats.filter((chat) => matches(chat, query))),
    [chats, query, isOfMessages],
  )
  const hits = search?.hits ?? nothing
  const rows = useMemo((): ChatRow[] => {
    const days = { today: t('list.today'), yesterday: t('list.yesterday'), ...formats }
    const pinned = found.filter(isOnTop)
    const others = found.filter((chat) => !isOnTop(chat))
    return [
      ...(pinned.length > 0 ? [{ heading: t('list.pinned') }] : []),
      ...pinned.map((chat) => ({ chat })),
      ...groupByDay(others, now, days).flatMap(({ label, chats: ofDay }): ChatRow[] => [
        { heading: label },
        ...ofDay.map((chat) => ({ chat })),
      ]),
      ...(hits.length > 0 ? [{ heading: t('list.inMessages') }] : []),
      ...hits.map((hit) => ({ hit })),
    ]
  }, [found, hits, now, t, formats])
  if (rows.length === 0) return <NothingFound query={query} filter={filter} onChange={onFilter} />
  const draw = (row: ChatRow) => {
    if ('heading' in row) return <ListHeading key={row.heading}>{row.heading}</ListHeading>
    if ('hit' in row)
      return <SearchHitRow key={`${row.hit.turnId} ${row.hit.entryId}`} hit={row.hit} now={now} />
    const { chat } = row
    return (
      <ChatListRow
        key={chat.id}
        chat={chat}
        now={now}
        selected={chat.id === selected}
        running={running.has(chat.id)}
        waiting={waiting.has(chat.id)}
        inWindow={inWindows.has(chat.id)}
        renaming={chat.id === renamed}
        onRename={setRenamed}
        onDelete={remove}
      />
    )
  }
  const index = rows.findIndex((row) => 'chat' in row && row.chat.id === selected)
  /** One menu for all rows: that of the row under the pointer, or of the one with the focus. */
  const point = (event: MouseEvent): void => {
    const id = event.target instanceof Element && event.target.closest('[data-chat]')
    const chat = id ? chats.find((one) => one.id === id.getAttribute('data-chat')) : undefined
    setPointed(chat)
    if (!chat) event.stopPropagation()
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col" onContextMenuCapture={point}>
      <ContextMenu
        className="flex min-h-0 flex-1 flex-col"
        entries={pointed ? entriesOf(pointed) : []}
      >
        {rows.length > DRAW_ALL ? (
          <VirtualList
            key={query}
            label={t('list.label')}
            rows={rows}
            draw={draw}
            current={selected === null || index < 0 ? undefined : { key: selected, index }}
          />
        ) : (
          <PaneBody className="pb-3">
            <List label={t('list.label')}>{rows.map(draw)}</List>
          </PaneBody>
        )}
      </ContextMenu>
      {dialog}
      {search?.isIndexing === true && (
        <p role="status" className="px-3.5 py-2 text-small text-fg-3">
          {t('list.indexing')}
        </p>
      )}
    </div>
  )
}

/** The chats in which an answer is under way, as far as it was announced since the window opened. */
function useRunningChats(): ReadonlySet<string> {
  const { bridge } = useBridge()
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set())
  useEffect(
    () =>
      bridge.on('turn.events', ({ conversationId, events }) => {
        const runs = events.map(runsAfter).findLast((one) => one !== undefined)
        setRunning((old) => {
          if (runs === undefined || old.has(conversationId) === runs) return old
          const next = new Set(old)
          if (runs) next.add(conversationId)
          else next.delete(conversationId)
          return next
        })
      }),
    [bridge],
  )
  return running
}

interface RetainedSearch {
  query: string
  filter: ChosenFilter
  /** The chat that was shown with it. */
  conversationId: string | null
}

/**
 * Query and scope of a search. They remain after a visit to another section, unless another chat was opened there.
 */
function useRetainedSearch(conversationId: string | null, tags: readonly string[]) {
  const [kept, keep] = useRetainedState<RetainedSearch>('chat-search')
  const isSame = kept?.conversationId === conversationId
  const [query, setQuery] = useState(isSame && kept ? kept.query : '')
  const [chosen, setFilter] = useState<ChosenFilter>(kept?.filter ?? {})
  useEffect(
    () => keep({ query, filter: chosen, conversationId }),
    [keep, query, chosen, conversationId],
  )
  const { tag } = chosen
  // One that no chat has any more filters nothing.
  const filter = tag === undefined || tags.includes(tag) ? chosen : { ...chosen, tag: undefined }
  return { query, setQuery, filter, setFilter }
}
