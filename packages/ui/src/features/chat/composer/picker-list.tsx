import type { Conversation } from '@gatehouse/domain'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import {
  filterPalette,
  Kbd,
  OptionList,
  optionId,
  type PaletteGroup,
  type PaletteItem,
} from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { useOwnPromptGroups } from '../own-prompts/own-prompt-groups.ts'
import { useOwnPromptWords } from '../own-prompts/own-prompt-words.ts'
import { choiceOf, type Choice } from './attach-request.ts'
import { attachableGroups } from './attachable-item.ts'
import type { Trigger } from './trigger.ts'
import { useWorkspaceEntries, type WorkspaceEntries } from './use-workspace-entries.ts'
import { useAttachableItems, type AttachableItems } from './use-attachable-items.ts'
import type { Picker, PickerKey } from './use-picker.ts'
import { useHeightAbove } from './use-height-above.ts'

export interface PickerListProps {
  picker: Picker
  trigger: Trigger
  conversation: Conversation
  /** Element that it is placed on. */
  anchor: RefObject<HTMLElement | null>
  onChoose: (choice: Choice) => void
}

/** Rows that are drawn at a time; typing finds the others. */
const MAX_SHOWN = 100
/** Milliseconds of rest before the count is read out. */
const ANNOUNCE_AFTER = 500

/** Items that the servers of the chat offer for the text behind a mark. The composer keeps the focus. */
export function PickerList(props: PickerListProps) {
  const { picker, trigger, conversation, anchor, onChoose } = props
  const t = useT('composer')
  const room = useHeightAbove(anchor)
  const items = useAttachableItems(trigger.kind, conversation)
  const all = useMemo(
    () => attachableGroups(items.lists, (item) => onChoose(choiceOf(item))),
    [items.lists, onChoose],
  )
  const own = useOwnPromptGroups(conversation, onChoose)
  const isPrompt = trigger.kind === 'prompt'
  const offered = useMemo(
    () => (isPrompt ? [...own.prompts, ...all, ...own.presets] : all),
    [isPrompt, own.prompts, own.presets, all],
  )
  const entries = useWorkspaceEntries(trigger, conversation, onChoose)
  const fitting = useMemo(
    // Entries fit already: main compared them.
    () => [...entries.groups, ...filterPalette(offered, trigger.query)],
    [entries.groups, offered, trigger.query],
  )
  const { groups, count } = firstOf(fitting)
  const asked = `${trigger.kind} ${trigger.query}`
  const [active, setActive] = useActive(groups, asked)
  const rows = groups.flatMap(({ items: inGroup }) => inGroup)
  const chooseOnceLoaded = useChoiceOnceLoaded({
    rows,
    active,
    asked,
    isLoading: entries.isLoading,
  })
  const press = (key: PickerKey): boolean => {
    const at = rows.findIndex(({ id }) => id === active)
    const item = rows[at]
    // What is on its way is what Enter is meant for; without it the key is for the field.
    const isLoading = items.loading.length > 0 || entries.isLoading
    const isChoice = key === 'Enter' || key === 'Tab'
    if (!item) return isLoading && isChoice
    // The rows of the entries still are those for fewer letters.
    if (isChoice && entries.isLoading) chooseOnceLoaded(item.id)
    else if (isChoice) item.onSelect()
    else setActive(rows[nextPlace(key, at, rows.length)]?.id)
    return true
  }
  const { takeKeys, setActiveId, listId } = picker
  useLayoutEffect(() => takeKeys(press))
  const activeId = active === undefined ? undefined : optionId(listId, active)
  useLayoutEffect(() => {
    setActiveId(activeId)
    return () => setActiveId(undefined)
  }, [setActiveId, activeId])
  const empty = useEmptyWords({ trigger, items, entries }, count > 0)
  useAnnouncedCount(count, empty)
  return (
    <OptionList
      id={listId}
      label={t(`${trigger.kind}.list`)}
      groups={groups}
      activeId={active}
      query={trigger.query}
      onActive={({ id }) => setActive(id)}
      empty={empty}
      footer={<Footer trigger={trigger} items={items} entries={entries} count={count} />}
      className="absolute inset-x-0 bottom-full z-20 mb-2"
      style={{ maxHeight: Math.min(360, room) }}
    />
  )
}

/** The rows that are drawn, and how many there are. */
function firstOf(groups: readonly PaletteGroup[]): { groups: PaletteGroup[]; count: number } {
  let left = MAX_SHOWN
  const drawn: PaletteGroup[] = []
  for (const { label, items } of groups) {
    if (left > 0) drawn.push({ label, items: items.slice(0, left) })
    left -= items.length
  }
  return { groups: drawn, count: MAX_SHOWN - left }
}

/** The row that the keys act on: the first, until another is gone to; again the first when more is typed. */
function useActive(
  groups: readonly PaletteGroup[],
  asked: string,
): [id: string | undefined, set: (id: string | undefined) => void] {
  const [gone, setGone] = useState<{ asked: string; id: string | undefined }>({
    asked,
    id: undefined,
  })
  const isThere = groups.some(({ items }) => items.some(({ id }) => id === gone.id))
  const id = gone.asked === asked && isThere ? gone.id : groups[0]?.items[0]?.id
  return [id, (next) => setGone({ asked, id: next })]
}

interface LoadingRows {
  rows: readonly PaletteItem[]
  active: string | undefined
  asked: string
  isLoading: boolean
}

/** Chooses the pressed row once its items are loaded, if the keys still act on that row. */
function useChoiceOnceLoaded({
  rows,
  active,
  asked,
  isLoading,
}: LoadingRows): (id: string) => void {
  const pressed = useRef<{ id: string; asked: string } | null>(null)
  useEffect(() => {
    if (isLoading) return
    const { current } = pressed
    pressed.current = null
    if (current?.asked !== asked || current.id !== active) return
    rows.find(({ id }) => id === active)?.onSelect()
  })
  return (id) => {
    pressed.current = { id, asked }
  }
}

function nextPlace(key: Exclude<PickerKey, 'Enter' | 'Tab'>, at: number, length: number): number {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % length
    case 'ArrowUp':
      return (at - 1 + length) % length
    case 'Home':
      return 0
    case 'End':
      return length - 1
  }
}

/** Returns the reason for an empty list; nothing when it has items. */
function useEmptyWords(
  {
    trigger,
    items,
    entries,
  }: { trigger: Trigger; items: AttachableItems; entries: WorkspaceEntries },
  hasRows: boolean,
): string | undefined {
  const t = useT('composer')
  const { list } = useFormats()
  if (hasRows) return undefined
  const { kind, query } = trigger
  if (entries.isLoading) return t('entry.loading')
  if (items.loading.length > 0)
    return t(`${kind}.loading`, { servers: list(items.loading.slice(0, 5)) })
  if (items.lists.some((one) => one.length > 0) || (kind === 'resource' && query !== ''))
    return t(`${kind}.noMatch`, { query })
  return items.running === 0 ? t('noServers') : t(`${kind}.none`)
}

/** Announces to screen readers what the list holds once typing rests. */
function useAnnouncedCount(count: number, empty: string | undefined): void {
  const t = useT('composer')
  const announce = useUi((ui) => ui.announce)
  const words = empty ?? t('found', { count })
  useEffect(() => {
    const timer = setTimeout(() => announce(words), ANNOUNCE_AFTER)
    return () => clearTimeout(timer)
  }, [words, announce])
}

interface FooterProps {
  trigger: Trigger
  items: AttachableItems
  entries: WorkspaceEntries
  count: number
}

function Footer({ trigger, items, entries, count }: FooterProps) {
  const t = useT('composer')
  const { list, number } = useFormats()
  const notes = [
    count > MAX_SHOWN ? t('more', { shown: MAX_SHOWN, total: number(count) }) : undefined,
    entries.isCut ? t('entry.more') : undefined,
    entries.hasFailed ? t('entry.failed') : undefined,
    items.failed.length > 0
      ? t(`${trigger.kind}.failed`, { servers: list(items.failed.slice(0, 5)) })
      : undefined,
    count > 0 && items.loading.length > 0
      ? t(`${trigger.kind}.loading`, { servers: list(items.loading.slice(0, 5)) })
      : undefined,
    items.notRunning > 0 ? t('notRunning', { count: items.notRunning }) : undefined,
  ].filter((note) => note !== undefined)
  return (
    <>
      <span className="min-w-0 flex-1">{notes.join(' · ')}</span>
      {trigger.kind === 'prompt' && <OwnPromptsButton />}
      {count > 0 && <KeyHint keys={['ArrowUp', 'ArrowDown']} words={t('keys.choose')} />}
      {count > 0 && <KeyHint keys={['Enter']} words={t('keys.attach')} />}
      <KeyHint keys={['Escape']} words={t('keys.close')} />
    </>
  )
}

/** Opens the prompts of the person. The list closes as the field loses the focus. */
function OwnPromptsButton() {
  const t = useOwnPromptWords()
  const show = useUi((ui) => ui.show)
  return (
    <button
      type="button"
      className="shrink-0 rounded-sm px-1 text-fg-2 hover:bg-hover hover:text-fg"
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => show({ kind: 'own-prompts' })}
    >
      {t('edit')}
    </button>
  )
}

function KeyHint({ keys, words }: { keys: string[]; words: string }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1">
      {keys.map((key) => (
        <Kbd key={key} keys={key} />
      ))}
      {words}
    </span>
  )
}
