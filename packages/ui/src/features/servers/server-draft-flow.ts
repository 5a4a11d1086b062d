import type { LaunchReview, ServerConfig, ServerView } from '@gatehouse/domain'
import { useState } from 'react'
import { useErrorWords } from '../../lib/error-words.ts'
import { useAction } from '../../lib/queries/index.ts'
import { findIssues, type FormIssues } from './server-form-issues.ts'
import { draftOf, emptyForm, formOf, type ServerFormState } from './server-form-state.ts'

export interface ServerDraftFlow {
  form: ServerFormState
  setForm: (form: ServerFormState) => void
  /** The person typed something. */
  changed: boolean
  issues: FormIssues
  attempted: boolean
  review: LaunchReview | null
  /** Why the review or the saving failed, in words. */
  failure: string | null
  reviewing: boolean
  /** Which of the two buttons is under way. */
  saving: 'start' | 'keep' | null
  /** Asks for the review when the form is right; shows every issue otherwise. */
  toReview: () => void
  back: () => void
  save: (start: boolean) => void
  reset: () => void
}

/** Form, review, save: the one way in which a server comes to be or is changed. */
export function useServerDraftFlow(
  original: ServerConfig | undefined,
  onSaved: (view: ServerView) => void,
): ServerDraftFlow {
  const start = (): ServerFormState => (original ? formOf(original) : emptyForm())
  const [form, setForm] = useState(start)
  const [changed, setChanged] = useState(false)
  const [attempted, setAttempted] = useState(false)
  const [review, setReview] = useState<LaunchReview | null>(null)
  const words = useErrorWords()
  const issues = findIssues(form, original)
  const reviewing = useAction('server.review', { quiet: true, onSuccess: setReview })
  const saving = useAction('server.save', { quiet: true, onSuccess: onSaved })
  const error = saving.error ?? reviewing.error
  return {
    form,
    setForm(next) {
      setForm(next)
      setChanged(true)
    },
    changed,
    issues,
    attempted,
    review,
    failure: error ? words(error) : null,
    reviewing: reviewing.isPending,
    saving: saving.isPending ? (saving.variables.start ? 'start' : 'keep') : null,
    toReview() {
      setAttempted(true)
      saving.reset()
      if (issues.size === 0) reviewing.mutate({ ...draftOf(form), ...keptApart(original) })
    },
    back() {
      setReview(null)
      saving.reset()
    },
    save: (startNow) => review && saving.mutate({ reviewId: review.id, start: startNow }),
    reset() {
      setForm(start())
      setChanged(false)
      setAttempted(false)
      setReview(null)
      reviewing.reset()
      saving.reset()
    },
  }
}

/** What is changed without a review has a form of its own, which may have been saved meanwhile. */
function keptApart(
  original: ServerConfig | undefined,
): Pick<ServerConfig, 'start' | 'requestTimeoutMs'> | undefined {
  return original && { start: original.start, requestTimeoutMs: original.requestTimeoutMs }
}
