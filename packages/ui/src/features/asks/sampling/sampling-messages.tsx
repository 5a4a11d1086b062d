import type { SamplingEdits } from '@gatehouse/domain'
import { MAX_ADDED_MEDIA } from '@gatehouse/domain/server-requests'
import type { ContextSource, SamplingMessage } from '@gatehouse/domain/server-requests'
import { Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button, LiveRegion } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useSamplingWords } from '../../../lib/words/sampling-words.ts'
import { usePagedMessages } from './paged-messages.ts'
import {
  addedCharacters,
  insertMessage,
  listedMessages,
  messageEdits,
  moveMessage,
  removeMessage,
  withMedia,
} from './message-edits.ts'
import type { MessageActions } from './message-action-bar.tsx'
import { MessageGroup, type DrawnMessage } from './message-group.tsx'
import { ShowMoreButton } from '../show-more-button.tsx'

interface SamplingMessagesProps {
  messages: readonly SamplingMessage[]
  /** Context of the chat that may have been added. */
  context: readonly ContextSource[] | undefined
  edits: SamplingEdits
  onChange: (edits: SamplingEdits) => void
  serverName: string
  disabled: boolean
}

/** The messages of a sampling request: each to edit, take out or move, and new ones to add. */
export function SamplingMessages(props: SamplingMessagesProps) {
  const { messages, context, edits, onChange, serverName, disabled } = props
  const t = useT('asks')
  const words = useSamplingWords()
  const listed = useMemo(() => listedMessages(messages, edits), [messages, edits])
  const { shares, steps } = usePagedMessages(listed)
  const groups = groupsOf(shares.map(({ message, blocks }) => ({ ...message, blocks })))
  const list = messageEdits(messages, edits)
  const { box, focusLater } = useFocusAfter()
  const [announcement, setAnnouncement] = useState('')
  const change = (next: typeof list) => onChange({ ...edits, messages: next })
  const insert = (below: string | null) => {
    const added = insertMessage(list, { role: 'user', text: '' }, below)
    change(added.edits)
    focusLater(added.key, 'text')
  }
  const move = (key: string, by: -1 | 1) => {
    const next = moveMessage(list, key, by)
    if (next === list) return
    change(next)
    focusLater(key, by < 0 ? 'up' : 'down')
    const position = next.order.indexOf(key) + 1
    setAnnouncement(words('message.movedTo', { position, count: next.order.length }))
  }
  const acts = useLatest({
    move,
    insert,
    remove: (key) => change(removeMessage(list, key, true)),
    addMedia(key, media) {
      const isThere = list.order.includes(key) && !list.removed.includes(key)
      if (isThere) change(withMedia(list, key, [...(list.media[key] ?? []), media]))
    },
    room: () => MAX_ADDED_MEDIA - addedCharacters(list),
  })
  const last = groups.at(-1)?.key ?? null
  return (
    <div ref={box} className="flex flex-col gap-1.5">
      <p className="text-note font-medium text-fg-2">
        {t('sampling.messages', { count: listed.filter(({ isRemoved }) => !isRemoved).length })}
      </p>
      <LiveRegion>{announcement}</LiveRegion>
      {groups.map((group) => (
        <MessageGroup
          key={group.key}
          group={group}
          isFirst={list.order[0] === group.key}
          isLast={list.order.at(-1) === group.key}
          edits={edits}
          list={list}
          context={context}
          onChange={onChange}
          acts={acts}
          serverName={serverName}
          disabled={disabled}
        />
      ))}
      <ShowMoreButton steps={steps} />
      {steps.left === 0 && (
        <Button
          size="small"
          variant="ghost"
          icon={Plus}
          disabled={disabled}
          className="self-start"
          onClick={() => insert(last)}
        >
          {words('message.add')}
        </Button>
      )}
    </div>
  )
}

interface Group {
  key: string
  /** Of its first message in the list, from 1. */
  position: number
  messages: DrawnMessage[]
}

function groupsOf(messages: readonly DrawnMessage[]): Group[] {
  const groups: Group[] = []
  for (const [index, message] of messages.entries()) {
    const last = groups.at(-1)
    if (last?.key === message.key) last.messages.push(message)
    else groups.push({ key: message.key, position: index + 1, messages: [message] })
  }
  return groups
}

/** Functions that stay the same and do what those of the last drawing do. */
function useLatest(actions: MessageActions): MessageActions {
  const latest = useRef(actions)
  useEffect(() => void (latest.current = actions))
  return useMemo<MessageActions>(
    () => ({
      move: (key, by) => latest.current.move(key, by),
      insert: (below) => latest.current.insert(below),
      remove: (key) => latest.current.remove(key),
      addMedia: (key, media) => latest.current.addMedia(key, media),
      room: () => latest.current.room(),
    }),
    [],
  )
}

/** Elements of a message that can have the focus. */
type MessageAct = 'up' | 'down' | 'text'

/** Focuses a moved or added element once it is drawn: a moved element loses the focus. */
function useFocusAfter() {
  const box = useRef<HTMLDivElement>(null)
  const wanted = useRef<{ key: string; act: MessageAct } | null>(null)
  useEffect(() => {
    if (!wanted.current) return
    const { key, act } = wanted.current
    wanted.current = null
    const groups = [...(box.current?.querySelectorAll<HTMLElement>('[data-message]') ?? [])]
    const group = groups.find((one) => one.dataset['message'] === key)
    // At either end the button that moved it there is disabled.
    const target =
      act === 'text'
        ? group?.querySelector<HTMLElement>('textarea')
        : (group?.querySelector<HTMLElement>(`[data-act="${act}"]:not(:disabled)`) ??
          group?.querySelector<HTMLElement>('[data-act]:not(:disabled)'))
    target?.focus()
  })
  return {
    box,
    focusLater: (key: string, act: MessageAct) => (wanted.current = { key, act }),
  }
}
