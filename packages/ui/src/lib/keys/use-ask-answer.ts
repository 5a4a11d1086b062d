import type { Ask, AskAnswer, ToolApprovalAsk } from '@gatehouse/domain'
import { isBridgeError } from '../bridge/bridge-error.ts'
import { useBridge } from '../bridge/bridge.tsx'
import { useAction } from '../queries/index.ts'
import { queryKeys } from '../queries/query-keys.ts'
import { withDisplayHash } from '../bridge/with-display-hash.ts'

/** Sends answers to one ask, each with the hash of what was shown. A refused one reloads what main has. */
export function useAskAnswer(ask: Ask) {
  const { cache } = useBridge()
  const { mutate, isPending, data, variables } = useAction('ask.answer')
  return {
    isPending,
    answered: isPending || data?.outcome === 'answered',
    sent: variables?.answer,
    /**
     * `onOpen`: the answer failed, or was not consented to, and the ask waits on. `alike`: calls that were in view,
     * and that a lasting permission covers.
     */
    send(
      answer: AskAnswer,
      { onOpen, alike = [] }: { onOpen?: () => void; alike?: readonly ToolApprovalAsk[] } = {},
    ): void {
      const calls = alike.flatMap((other) => {
        const { shown } = withDisplayHash(other, { kind: 'tool-approval', decision: 'allow-once' })
        return shown === undefined ? [] : [{ id: other.id, shown }]
      })
      mutate(
        {
          id: ask.id,
          answer: withDisplayHash(ask, answer),
          ...(calls.length > 0 ? { alike: calls } : {}),
        },
        {
          onSuccess: ({ outcome }) => outcome === 'cancelled' && onOpen?.(),
          onError(error) {
            if (isBridgeError(error) && error.code === 'ask/not-as-shown')
              cache.refresh(queryKeys.asks)
            onOpen?.()
          },
        },
      )
    },
  }
}
