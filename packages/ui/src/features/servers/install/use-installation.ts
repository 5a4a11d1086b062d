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
  /** The last update found nothing newer. */
  isUnchanged: boolean
  isRestoring: boolean
  update: (id: string) => void
  /** Goes back to the installation before the last update. */
  restore: (id: string) => void
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
    result: { outcome: 'saved'; server: ServerView } | { outcome: 'cancelled' | 'unchanged' },
  ): void => {
    if (result.outcome === 'saved') onSaved(result.server)
  }
  const propose = useAction('install.propose', { quiet: true, onSuccess })
  const install = useAction('install.server', { quiet: true, onSuccess })
  const update = useAction('install.update', { quiet: true, onSuccess })
  const restore = useAction('install.restore', { quiet: true, onSuccess })
  const actions = [propose, install, update, restore]
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
    isRunning: [propose, install, update].some((action) => action.isPending),
    isRestoring: restore.isPending,
    startedAt,
    progress: running.progress,
    failure: error ? words(error) : null,
    isUnchanged: update.data?.outcome === 'unchanged',
    update: (id) => update.mutate({ ...begin(), id }),
    restore(id) {
      reset()
      restore.mutate({ id })
    },
    propose: (draft) => propose.mutate({ ...begin(), draft }),
    install: (id) => install.mutate({ ...begin(), id }),
    cancel: running.cancel,
    reset,
  }
}
