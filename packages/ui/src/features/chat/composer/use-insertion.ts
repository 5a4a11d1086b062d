import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { useServer } from '../../../lib/queries/servers.ts'
import { useRetainedState } from '../../../lib/drafts/use-retained-state.ts'
import type { ItemWithArguments, Choice } from './attach-request.ts'
import { replaceText } from './replace-text.ts'
import { TRIGGER_MARKS } from './trigger.ts'
import type { AttachRequest } from './use-attaching.ts'
import type { Picker } from './use-picker.ts'

/** A form that is open over the composer. */
interface OpenForm {
  /** Another one for each opening. */
  key: number
  item: ItemWithArguments
  values: Record<string, string>
  /** The mark and the word that opened the list; it stays in the text until something is inserted. */
  word: Word
}

interface Word {
  start: number
  text: string
}

export interface Insertion {
  /** The item whose form is open, with its server as it is now. */
  form: OpenForm | undefined
  /** True if the form was opened just now, for its first drawing; later ones leave the focus where it is. */
  takeOpening: () => boolean
  choose: (choice: Choice) => void
  change: (values: Record<string, string>) => void
  /** Attaches what the form is for. */
  insert: (request: AttachRequest) => void
  /** Back to the text as it was. */
  cancel: () => void
}

interface InsertionProps {
  conversationId: string | undefined
  area: RefObject<HTMLTextAreaElement | null>
  picker: Picker
  attach: (requests: readonly AttachRequest[]) => void
  /** Called when the chosen or completed item is in the draft and the field has the focus. */
  onPutIn: () => void
}

/**
 * Takes a choice in the list to an attachment: at once, or after a form. A half-filled form is restored after other
 * chats and sections.
 */
export function useInsertion(props: InsertionProps): Insertion {
  const { conversationId = '', area, picker, attach, onPutIn } = props
  const [kept, keep] = useRetainedState<OpenForm>(`composer-form ${conversationId}`)
  const server = useServer(kept?.item.server.config.id ?? null)
  const openings = useRef(0)
  const isOpening = useRef(false)
  const takeOut = ({ start, text }: Word): void => {
    const node = area.current
    if (!node) return
    const end = start + text.length
    const isThere = node.value.slice(start, end) === text
    // Of the white space on both sides of a word one is enough.
    const isBetween =
      /\s/.test(node.value[start - 1] ?? '') && /[^\S\n]/.test(node.value[end] ?? '')
    if (isThere) replaceText(node, { start, end: isBetween ? end + 1 : end }, '')
    else node.focus({ preventScroll: true })
    onPutIn()
  }
  const take = (choice: Choice): void => {
    const { trigger } = picker
    if (!trigger) return
    const { kind, start, query } = trigger
    const word = { start, text: TRIGGER_MARKS[kind] + query }
    picker.close()
    if (choice.kind === 'asks') {
      openings.current += 1
      isOpening.current = true
      return keep({ key: openings.current, item: choice.item, values: {}, word })
    }
    takeOut(word)
    return attach([choice.request])
  }
  // The rows of the list are made once for what it holds.
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  const takeOpening = useCallback(() => {
    const taken = isOpening.current
    isOpening.current = false
    return taken
  }, [])
  const choose = useCallback((choice: Choice) => latest.current(choice), [])
  return {
    form: kept && (server ? { ...kept, item: { ...kept.item, server } } : kept),
    takeOpening,
    choose,
    change: (values) => kept && keep({ ...kept, values }),
    insert(request) {
      keep(undefined)
      if (kept) takeOut(kept.word)
      attach([request])
    },
    cancel() {
      keep(undefined)
      area.current?.focus({ preventScroll: true })
    },
  }
}
