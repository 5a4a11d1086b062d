import type { OwnPrompt } from '@gatehouse/domain/chats'
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

/** The form of a prompt of the person that is open over the composer. */
interface OpenOwnForm {
  key: number
  prompt: OwnPrompt
  variables: readonly string[]
  files: readonly AttachRequest[]
  values: Record<string, string>
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
  own: OpenOwnForm | undefined
  choose: (choice: Choice) => void
  change: (values: Record<string, string>) => void
  changeOwn: (values: Record<string, string>) => void
  /** Puts the text of the own prompt in the place of its word. */
  insertOwn: (text: string) => void
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
  const [own, keepOwn] = useRetainedState<OpenOwnForm>(`own-prompt-form ${conversationId}`)
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
  const putIn = ({ start, text }: Word, inserted: string): void => {
    const node = area.current
    if (!node) return
    const end = start + text.length
    const isThere = node.value.slice(start, end) === text
    const place = isThere ? { start, end } : { start: node.selectionEnd, end: node.selectionEnd }
    replaceText(node, place, inserted)
    onPutIn()
  }
  const take = (choice: Choice): void => {
    const { trigger } = picker
    if (!trigger) return
    const { kind, start, query } = trigger
    const word = { start, text: TRIGGER_MARKS[kind] + query }
    picker.close()
    if (choice.kind === 'own' && choice.variables.length === 0) {
      putIn(word, choice.prompt.text)
      return attach(choice.files)
    }
    if (choice.kind === 'act') {
      takeOut(word)
      return choice.act()
    }
    if (choice.kind === 'attach') {
      takeOut(word)
      return attach([choice.request])
    }
    openings.current += 1
    isOpening.current = true
    const opened = { key: openings.current, values: {}, word }
    // One form at a time.
    keep(choice.kind === 'asks' ? { ...opened, item: choice.item } : undefined)
    keepOwn(choice.kind === 'own' ? { ...opened, ...choice } : undefined)
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
    own,
    takeOpening,
    choose,
    changeOwn: (values) => own && keepOwn({ ...own, values }),
    insertOwn(text) {
      keepOwn(undefined)
      if (!own) return
      putIn(own.word, text)
      attach(own.files)
    },
    change: (values) => kept && keep({ ...kept, values }),
    insert(request) {
      keep(undefined)
      if (kept) takeOut(kept.word)
      attach([request])
    },
    cancel() {
      keep(undefined)
      keepOwn(undefined)
      area.current?.focus({ preventScroll: true })
    },
  }
}
