import type { ServerDraftInput, ServerView, ToolCallProgress } from '@gatehouse/domain'
import { useState } from 'react'
import { useAction } from '../../../lib/queries/index.ts'
import { useInstallErrorWords } from '../../../lib/words/install-words.ts'
import { useRunningRequest } from '../features/use-running-request.ts'

export interface Installation {
  isRunning: boolean
  /** Milliseconds since the Unix epoch. */
  startedAt: number
  progress: ToolCallProgress | null
  failure: { title: string; detail: string } | null
  /** Installs the package of a draft, which is then added. */
  propose: (draft: ServerDraftInput) => void
  /** Installs the package of a saved server. */
  install: (id: string) => void
  cancel: () => void
  reset: () => void
}

/** Milliseconds since the Unix epoch. */
export const present = (): number => Date.now()

/** Installs a package for a server; main asks the person about each step in a window of its own. */
export function useInstallation(onSaved: (view: ServerView) => void): Installation {
  const running = useRunningRequest()
  const words = useInstallErrorWords()
  const [startedAt, setStartedAt] = useState(0)
  const onSuccess = (
    result: { outcome: 'saved'; server: ServerView } | { outcome: 'cancelled' },
  ) => {
    if (result.outcome === 'saved') onSaved(result.server)
  }
  const propose = useAction('install.propose', { quiet: true, onSuccess })
  const install = useAction('install.server', { quiet: true, onSuccess })
  const actions = [propose, install]
  const error = actions.find((action) => action.error)?.error ?? null
  const reset = (): void => {
    for (const action of actions) action.reset()
  }
  const begin = (): { requestId: string } => {
    reset()
    running.begin()
    setStartedAt(present())
    return { requestId: running.requestId }
  }
  return {
    isRunning: actions.some((action) => action.isPending),
    startedAt,
    progress: running.progress,
    failure: error ? words(error) : null,
    propose: (draft) => propose.mutate({ ...begin(), draft }),
    install: (id) => install.mutate({ ...begin(), id }),
    cancel: running.cancel,
    reset,
  }
}
