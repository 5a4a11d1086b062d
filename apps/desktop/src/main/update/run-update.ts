import { isGatehouseError } from '@gatehouse/domain'
import { openStores } from '@gatehouse/store'
import type { UpdateMessage } from './messages.ts'

/** At most so often is main told of progress. */
const TELL_EVERY_MS = 100

/** Brings one file to the latest format. A damaged one is left for main, which sets it aside in view. */
export function runUpdate(file: string, tell: (message: UpdateMessage) => void): void {
  let told = 0
  let phase = ''
  try {
    openStores({
      file,
      setAside: false,
      compacts: true,
      onUpdate(progress) {
        // A phase that is one statement says that it begins, and no more.
        if (progress.phase === phase && Date.now() - told < TELL_EVERY_MS) return
        told = Date.now()
        phase = progress.phase
        tell({ type: 'progress', ...progress })
      },
    }).close()
    tell({ type: 'done' })
  } catch (error) {
    const code = isGatehouseError(error) ? error.code : 'store/failed'
    tell({ type: 'failed', code, message: error instanceof Error ? error.message : String(error) })
  }
}
