import type { KeyboardEvent, RefObject } from 'react'
import { useRef } from 'react'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { replaceText } from './replace-text.ts'
import { useSentMessages, type SentMessages } from './use-sent-messages.ts'

/** Position of a walk back through sent messages. */
interface Walk {
  sent: SentMessages
  at: number
  /** As it was put in, with the caret behind it. */
  shown: string
  isFromFile: boolean
}

type RecallKeys = (event: KeyboardEvent<HTMLTextAreaElement>) => boolean

/**
 * Arrow up in an empty composer brings back what was sent in this chat, message by message; arrow down goes forward
 * again. What was changed is a draft like any other, and the keys leave it.
 *
 * @returns whether a key was meant for that
 */
export function useRecall(
  conversationId: string | undefined,
  area: RefObject<HTMLTextAreaElement | null>,
): RecallKeys {
  const t = useT('chat')
  const announce = useUi((ui) => ui.announce)
  const { drafts } = useBridge()
  const { begin, readTo } = useSentMessages()
  const walk = useRef<Walk | null>(null)
  const isReading = useRef(false)

  const show = (next: Walk | null): void => {
    const node = area.current
    if (!node) return
    walk.current = next
    replaceText(node, { start: 0, end: node.value.length }, next?.shown ?? '')
    if (conversationId) drafts.noteSource(conversationId, next?.isFromFile === true)
    const text = oneLine(next?.shown ?? '', 300)
    announce(
      next ? t('composer.recalled', { position: next.at + 1, text }) : t('composer.recalledNone'),
    )
  }
  const goTo = async (from: SentMessages, at: number): Promise<void> => {
    const typed = area.current?.value
    let sent = from
    if (at >= sent.messages.length && sent.next) {
      // Until something is typed, or another chat is opened.
      const isWanted = () => area.current !== null && area.current.value === typed
      isReading.current = true
      sent = await readTo(sent, at, isWanted).finally(() => (isReading.current = false))
      if (!isWanted()) return
    }
    const message = sent.messages[at]
    if (!message) announce(t('composer.recalledAll'))
    else show({ sent, at, shown: message.text, isFromFile: message.isFromFile })
  }

  return (event) => {
    const { key, currentTarget: node } = event
    const isUp = key === 'ArrowUp'
    if ((!isUp && key !== 'ArrowDown') || isModified(event) || !conversationId) return false
    const now = walk.current
    if (now?.sent.conversationId === conversationId && now.shown === node.value) {
      if (!isAtEdge(node, isUp)) return false
      event.preventDefault()
      if (isReading.current) return true
      if (isUp || now.at > 0) void goTo(now.sent, now.at + (isUp ? 1 : -1))
      else show(null)
      return true
    }
    if (!isUp || node.value !== '') return false
    event.preventDefault()
    if (!isReading.current) void goTo(begin(conversationId), 0)
    return true
  }
}

/** Where the caret was put, or in the first line; for down, in the last one. */
function isAtEdge({ value, selectionStart, selectionEnd }: HTMLTextAreaElement, isUp: boolean) {
  if (selectionStart !== selectionEnd) return false
  if (selectionEnd === value.length) return true
  const rest = isUp ? value.slice(0, selectionStart) : value.slice(selectionEnd)
  return !rest.includes('\n')
}

function isModified({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || shiftKey
}
