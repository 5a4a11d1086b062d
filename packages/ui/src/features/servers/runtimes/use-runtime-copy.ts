import type { ToolCallProgress } from '@gatehouse/domain'
import type { RuntimeName } from '@gatehouse/domain/launch'
import { useState } from 'react'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { queryKeys } from '../../../lib/queries/query-keys.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { useRuntimeErrorWords } from '../../../lib/words/runtime-words.ts'
import { useRunningRequest } from '../features/use-running-request.ts'

export interface RuntimeCopy {
  isRunning: boolean
  /** Bytes; null until the first ones came. */
  progress: ToolCallProgress | null
  failure: string | null
  isReady: boolean
  install: () => void
  cancel: () => void
  /** Lets the person pick the program. */
  pick: () => void
}

/** Fetches a copy of a runtime, or takes a program that the person picks. Main asks the person in a window of its own. */
export function useRuntimeCopy(name: RuntimeName): RuntimeCopy {
  const running = useRunningRequest()
  const words = useRuntimeErrorWords()
  const { cache } = useBridge()
  const [isReady, setReady] = useState(false)
  const onChanged = (isThere: boolean): void => {
    setReady(isThere)
    cache.refresh(queryKeys.runtimes)
  }
  const install = useAction('runtimes.install', {
    quiet: true,
    onSuccess: ({ outcome }) => onChanged(outcome === 'installed'),
  })
  const pick = useAction('runtimes.pick', {
    quiet: true,
    onSuccess: ({ picked }) => onChanged(picked),
  })
  const error = install.error ?? pick.error
  return {
    isRunning: install.isPending,
    progress: running.progress,
    failure: error ? words(error) : null,
    isReady,
    install() {
      pick.reset()
      running.begin()
      install.mutate({ name, requestId: running.requestId })
    },
    cancel: running.cancel,
    pick() {
      install.reset()
      pick.mutate({ name })
    },
  }
}
