import type { Conversation } from '@gatehouse/domain'
import { useMemo, useState } from 'react'
import { useBridge } from '../bridge/bridge.tsx'
import { createTypedAhead } from '../keys/typed-ahead.ts'

/** Holds text that is typed while a requested chat is not in view yet: it is not for the chat that still is. */
export interface TypedIntoChat {
  hold: () => void
  /** The chat is there, and gets what was typed behind what it has. */
  put: (chat: Pick<Conversation, 'id' | 'draft'>) => void
  /** It will not come. */
  release: () => void
}

export function useTypedIntoChat(): TypedIntoChat {
  const { drafts } = useBridge()
  const [typed] = useState(createTypedAhead)
  return useMemo(
    () => ({
      hold: () => typed.hold(),
      put: ({ id, draft }) => {
        const text = typed.take()
        if (text !== '') drafts.set(id, (drafts.get(id) ?? draft) + text)
      },
      release: typed.release,
    }),
    [drafts, typed],
  )
}
