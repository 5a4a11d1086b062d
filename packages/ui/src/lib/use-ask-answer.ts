import type { Ask, AskAnswer } from '@gatehouse/domain'
import { isBridgeError } from './bridge-error.ts'
import { useBridge } from './bridge.tsx'
import { useAction } from './queries/index.ts'
import { queryKeys } from './query-keys.ts'
import { withShown } from './with-shown.ts'

/** Sends answers to one ask, each with the hash of what was shown. A refused one reloads what main has. */
export function useAskAnswer(ask: Ask) {
  const { cache } = useBridge()
  const { mutate, isPending, isSuccess, variables } = useAction('ask.answer')
  return {
    isPending,
    answered: isPending || isSuccess,
    sent: variables?.answer,
    send(answer: AskAnswer, onFailure?: () => void): void {
      mutate(
        { id: ask.id, answer: withShown(ask, answer) },
        {
          onError(error) {
            if (isBridgeError(error) && error.code === 'ask/not-as-shown')
              cache.refresh(queryKeys.asks)
            onFailure?.()
          },
        },
      )
    },
  }
}
