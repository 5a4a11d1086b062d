import { useCallback, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { replaceText, writeText } from './replace-text.ts'
import { isTriggerPosition, TRIGGER_MARKS, type Trigger, type TriggerKind } from './trigger.ts'
import { useTrigger, type OpenTrigger, type TriggerFieldProps } from './use-trigger.ts'

const KEYS = ['ArrowUp', 'ArrowDown', 'Home', 'End', 'Enter', 'Tab'] as const
export type PickerKey = (typeof KEYS)[number]

/** Handles a key in the list; `false` leaves it to the field. */
export type PickerKeys = (key: PickerKey) => boolean

/** The list that is open over the composer, as its field sees it: the focus never leaves the field. */
export interface Picker {
  trigger: Trigger | null
  listId: string
  /** Id of the option that the keys act on. */
  activeId: string | undefined
  setActiveId: (id: string | undefined) => void
  /** For the list, while it is there; the result gives the keys back. */
  takeKeys: (take: PickerKeys) => () => void
  /** Spread on the field. */
  field: TriggerFieldProps
  /** @returns whether the key was meant for the list */
  onKeyDown: (event: KeyboardEvent) => boolean
  /** Types the mark where the caret is, as the person would. */
  openWith: (kind: TriggerKind) => void
  close: () => void
}

/** The list over the composer: opened by typing or by a button, driven by the keys of the field. */
export function usePicker(area: RefObject<HTMLTextAreaElement | null>, text: string): Picker {
  const listId = useId()
  const { trigger, setTrigger, field } = useTrigger(area, text)
  const [activeId, setActiveId] = useState<string>()
  const keys = useRef<PickerKeys | null>(null)
  const takeKeys = useCallback((take: PickerKeys) => {
    keys.current = take
    return () => void (keys.current = null)
  }, [])
  const close = (): void => setTrigger(null)
  const dismiss = (): void => {
    const node = area.current
    close()
    const typed = trigger && typedByButton(trigger)
    if (node && typed) replaceText(node, typed, '')
  }
  const onBlur = (): void => {
    const node = area.current
    const typed = trigger?.query === '' && typedByButton(trigger)
    // A mark that nothing was typed behind is not part of the message.
    if (node && typed && document.hasFocus()) writeText(node, typed, '')
    field.onBlur()
  }
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!trigger || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
    const key = KEYS.find((one) => one === event.key)
    if (event.key === 'Escape') dismiss()
    // Until the list is there Enter sends nothing: it is meant for what the list will hold.
    else if (!key || !(keys.current?.(key) ?? (key === 'Enter' || key === 'Tab'))) return false
    event.preventDefault()
    return true
  }
  const openWith = (kind: TriggerKind): void => {
    const node = area.current
    if (!node) return
    dismiss()
    // Behind what is selected, which stays.
    const { value, selectionEnd: from } = node
    const space = isTriggerPosition(value, from, kind) ? '' : ' '
    replaceText(node, { start: from, end: from }, space + TRIGGER_MARKS[kind])
    setTrigger({ kind, start: from + space.length, query: '', typedFrom: from })
  }
  return {
    trigger,
    listId,
    activeId,
    setActiveId,
    takeKeys,
    field: { ...field, onBlur },
    onKeyDown,
    openWith,
    close,
  }
}

/** Returns the trigger that a button began, with the text typed behind it. */
function typedByButton({
  typedFrom,
  start,
  query,
}: OpenTrigger): { start: number; end: number } | null {
  return typedFrom === null ? null : { start: typedFrom, end: start + 1 + query.length }
}
