import type { ServerConfig, ServerView } from '@gatehouse/domain'
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
  /** Why it could not be proposed or saved, in words. */
  failure: string | null
  /** The person reads what would run, in a window of its own. */
  proposing: boolean
  /** Has it shown to the person when the form is right; shows every issue otherwise. */
  propose: () => void
  reset: () => void
}

/** Form, consent, save: the one way in which a server comes to be or is changed. */
export function useServerDraftFlow(
  original: ServerConfig | undefined,
  onSaved: (view: ServerView) => void,
): ServerDraftFlow {
  const start = (): ServerFormState => (original ? formOf(original) : emptyForm())
  const [form, setForm] = useState(start)
  const [changed, setChanged] = useState(false)
  const [attempted, setAttempted] = useState(false)
  const words = useErrorWords()
  const issues = findIssues(form, original)
  const proposing = useAction('server.propose', {
    quiet: true,
    onSuccess: (proposal) => proposal.outcome === 'saved' && onSaved(proposal.server),
  })
  return {
    form,
    setForm(next) {
      setForm(next)
      setChanged(true)
    },
    changed,
    issues,
    attempted,
    failure: proposing.error ? words(proposing.error) : null,
    proposing: proposing.isPending,
    propose() {
      setAttempted(true)
      if (issues.size === 0 && !proposing.isPending)
        proposing.mutate({ ...draftOf(form), ...keptApart(original) })
    },
    reset() {
      setForm(start())
      setChanged(false)
      setAttempted(false)
      proposing.reset()
    },
  }
}

/** What is changed without consent has a form of its own, which may have been saved meanwhile. */
function keptApart(
  original: ServerConfig | undefined,
): Pick<ServerConfig, 'start' | 'requestTimeoutMs'> | undefined {
  return original && { start: original.start, requestTimeoutMs: original.requestTimeoutMs }
}
