import type { Settings } from '@gatehouse/domain'
import type { KeyboardEvent } from 'react'
import { useSettings } from '../../../lib/queries/index.ts'

type SendWith = Settings['sendWith']

export interface SendKey {
  /** In the notation of the kit. */
  keys: string
  sends: (event: KeyboardEvent) => boolean
}

const keysOf: Record<SendWith, string> = { enter: 'Enter', 'mod-enter': 'Mod+Enter' }

/** The key that sends what is written, or saves it where it waits. Mod+Enter always does. */
export function useSendKey(): SendKey {
  const sendWith = useSettings().data?.sendWith ?? 'enter'
  return {
    keys: keysOf[sendWith],
    sends: ({ key, shiftKey, altKey, ctrlKey, metaKey }) =>
      key === 'Enter' && !shiftKey && !altKey && (sendWith === 'enter' || ctrlKey || metaKey),
  }
}
