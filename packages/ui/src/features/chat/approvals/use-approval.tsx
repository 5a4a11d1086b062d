import type { AskDraft, ToolApprovalAnswer, ToolApprovalAsk } from '@gatehouse/domain'
import { fileChangeOf, type FileChange } from '@gatehouse/domain/chats'
import { useMemo, useState, type ReactNode, type RefObject } from 'react'
import { useT } from '../../../lib/words/i18n.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { useDenial, type Denial } from '../../../lib/keys/use-denial.ts'
import { useAskAnswer } from '../../../lib/keys/use-ask-answer.ts'
import { useUnseen, type UnseenControl } from '../../../lib/chats/unseen-notice.tsx'
import { useAskAcceptsInput } from '../../../lib/keys/use-ask-keys.ts'
import { ArgumentsView } from './arguments-view.tsx'

export type AnswerOptions = Pick<
  ToolApprovalAnswer,
  'arguments' | 'reason' | 'workspaceId' | 'tools'
>

/** The state of one tool call that waits, wherever it is drawn. */
export interface Approval {
  ask: ToolApprovalAsk
  mode: 'read' | 'edit' | 'deny'
  denial: Denial
  unseen: UnseenControl
  /** The write that it would do, where its arguments have the shape of one. */
  change: FileChange | null
  /** All arguments, as proposed. */
  proposal: ReactNode
  /** The proposal stays below the form, which does not draw all of it. */
  unseenInForm: boolean
  acceptsInput: boolean
  isPending: boolean
  answered: boolean
  /** The decision that is on its way. */
  chosen: ToolApprovalAnswer['decision'] | undefined
  answer: (decision: ToolApprovalAnswer['decision'], options?: AnswerOptions) => void
  edit: () => void
  /** Leaves the form or the refusal, with what was typed. */
  leave: () => void
}

const isEdited = (draft: AskDraft | undefined): boolean =>
  draft?.arguments !== undefined || draft?.raw !== undefined

/** `alike`: other calls that were in view, and that a lasting permission for this one covers. */
export type FindAlike = (
  ask: ToolApprovalAsk,
  tools: ToolApprovalAnswer['tools'],
) => readonly ToolApprovalAsk[]

const NONE: FindAlike = () => []

export function useApproval(
  ask: ToolApprovalAsk,
  card: RefObject<HTMLElement | null>,
  findAlike: FindAlike = NONE,
): Approval {
  const t = useT('chat')
  const kept = useUi((ui) => isEdited(ui.askDrafts[ask.id]))
  const keep = useUi((ui) => ui.changeAskDraft)
  const [isEditing, setEditing] = useState(kept)
  const denial = useDenial(ask.id)
  const acceptsInput = useAskAcceptsInput()
  const { send, isPending, answered, sent } = useAskAnswer(ask)
  const unseen = useUnseen(ask.arguments)
  const change = useMemo(() => fileChangeOf(ask.tool, ask.arguments), [ask.tool, ask.arguments])
  // The form does not draw all of a proposal: what was not in view stays below it.
  const [unseenInForm, setUnseenInForm] = useState(kept)
  return {
    ask,
    mode: denial.isOpen ? 'deny' : isEditing ? 'edit' : 'read',
    denial,
    unseen,
    change,
    proposal: unseen.wrap(<ArgumentsView value={ask.arguments} label={t('call.arguments')} />),
    unseenInForm,
    acceptsInput,
    isPending,
    answered,
    chosen: sent?.kind === 'tool-approval' ? sent.decision : undefined,
    answer(decision, options = {}) {
      if (answered) return
      // The buttons are about to go; the focus must not fall to the start of the page.
      if (card.current?.contains(document.activeElement))
        (card.current.closest<HTMLElement>('[data-call-row]') ?? card.current).focus()
      const isLasting = decision !== 'allow-once' && decision !== 'deny'
      const alike = isLasting ? findAlike(ask, options.tools) : []
      send({ kind: 'tool-approval', decision, ...options }, { alike })
    },
    edit() {
      setUnseenInForm(unseen.blocked)
      setEditing(true)
    },
    leave() {
      keep(ask.id, { arguments: undefined, raw: undefined, denial: undefined })
      setEditing(false)
      card.current?.focus()
    },
  }
}
