import type { AskAnswer } from '@gatehouse/domain'
import { useRef, type RefObject } from 'react'
import { useAskAnswer } from '../../lib/keys/use-ask-answer.ts'
import { useIsAskTarget, useAskAcceptsInput } from '../../lib/keys/use-ask-keys.ts'
import type { ServerAsk } from './server-ask.ts'

export type Answer = AskAnswer

export interface AnswerControl {
  card: RefObject<HTMLDivElement | null>
  answer: (answer: Answer) => void
  /** True once the answer is sent or under way; then all buttons are disabled. */
  answered: boolean
  /** The answer that is being sent. */
  sending: Answer | undefined
  /** False for the first moment, when a press may be meant for the former content. */
  acceptsInput: boolean
  /** True if the keys of an approval act on this card now. */
  hasKeys: boolean
}

/** Answers an ask once. */
export function useAnswerControl(ask: ServerAsk): AnswerControl {
  const card = useRef<HTMLDivElement>(null)
  const acceptsInput = useAskAcceptsInput()
  const hasKeys = useIsAskTarget(card)
  // A second press comes before the first one has been drawn.
  const pressed = useRef(false)
  const { send, isPending, answered, sent } = useAskAnswer(ask)
  return {
    card,
    answered,
    sending: isPending ? (sent as Answer | undefined) : undefined,
    acceptsInput,
    hasKeys,
    answer(answer) {
      if (answered || pressed.current) return
      pressed.current = true
      // The buttons are about to go; the focus must not fall to the start of the page.
      if (card.current?.contains(document.activeElement))
        (card.current.closest<HTMLElement>('[data-call-row]') ?? card.current).focus()
      send(answer, { onOpen: () => void (pressed.current = false) })
    },
  }
}
