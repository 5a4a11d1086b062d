import type { ServerConfig, ServerDraftInput, ServerView } from '@gatehouse/domain'
import { useState } from 'react'
import { useErrorWords } from '../../../lib/words/error-words.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { useRetainedState } from '../../../lib/drafts/use-retained-state.ts'
import { findIssues, type FormIssues } from './server-form-issues.ts'
import { draftOf, emptyForm, formOf, type ServerFormState } from './server-form-state.ts'

export interface ServerDraftFlow {
  form: ServerFormState
  setForm: (form: ServerFormState) => void
  /** The person typed something. */
  changed: boolean
  issues: FormIssues
  attempted: boolean
  /** Failure to propose or save, in words. */
  failure: string | null
  /** The person reads what would run, in a window of its own. */
  proposing: boolean
  /** Has it shown to the person when the form is right; shows every issue otherwise. */
  propose: () => void
  reset: () => void
}

/**
 * Form, consent, save: the one way in which a server comes to be or is changed. What is typed is kept under
 * `place` until it is saved or discarded.
 */
export function useServerDraftFlow(
  original: ServerConfig | undefined,
  place: string,
  onSaved: (view: ServerView) => void,
  /** Returns true if it takes the draft in place of the review, to install its package first. */
  install?: (draft: ServerDraftInput) => boolean,
): ServerDraftFlow {
  const start = (): ServerFormState => (original ? formOf(original) : emptyForm())
  const [untouched, setUntouched] = useState(start)
  const [kept, keep] = useRetainedState<ServerFormState>(place)
  const form = kept ?? untouched
  const [attempted, setAttempted] = useState(false)
  const words = useErrorWords()
  const issues = findIssues(form, original)
  const proposing = useAction('server.propose', {
    quiet: true,
    onSuccess(proposal) {
      if (proposal.outcome !== 'saved') return
      keep(undefined)
      onSaved(proposal.server)
    },
  })
  return {
    form,
    setForm: keep,
    changed: kept !== undefined,
    issues,
    attempted,
    failure: proposing.error ? words(proposing.error) : null,
    proposing: proposing.isPending,
    propose() {
      setAttempted(true)
      if (issues.size > 0 || proposing.isPending) return
      const draft = { ...draftOf(form), ...keptApart(original) }
      if (install?.(draft) !== true) proposing.mutate(draft)
    },
    reset() {
      setUntouched(start())
      keep(undefined)
      setAttempted(false)
      proposing.reset()
    },
  }
}

/** Settings that need no consent have a form of their own, which may have been saved since. */
function keptApart(
  original: ServerConfig | undefined,
): Pick<ServerConfig, 'start' | 'requestTimeoutMs'> | undefined {
  return original && { start: original.start, requestTimeoutMs: original.requestTimeoutMs }
}
