import { isGatehouseError } from '@gatehouse/domain'
import { openStores } from '@gatehouse/store'
import type { UpdateMessage } from './messages.ts'

/** At most so often does main get the progress. */
const PROGRESS_INTERVAL_MS = 100

/** Brings one file to the latest format. A damaged one is left for main, which sets it aside in view. */
export function runUpdate(file: string, send: (message: UpdateMessage) => void): void {
  let sentAt = 0
  let phase = ''
  try {
    openStores({
      file,
      setAside: false,
      compacts: true,
      onUpdate(progress) {
        // A phase that is one statement reports its start only.
        if (progress.phase === phase && Date.now() - sentAt < PROGRESS_INTERVAL_MS) return
        sentAt = Date.now()
        phase = progress.phase
        send({ type: 'progress', ...progress })
      },
    }).close()
    send({ type: 'done' })
  } catch (error) {
    const code = isGatehouseError(error) ? error.code : 'store/failed'
    send({ type: 'failed', code, message: error instanceof Error ? error.message : String(error) })
  }
}
