import type { VaultState } from '@gatehouse/domain'

const FIRST_MS = 5000
const LAST_MS = 300_000

export interface RetryTimer {
  /** The keychain failed, and something waits for it. */
  failed(state: VaultState): void
  stop(): void
}

/**
 * Tries a keychain again that refused something for once, ever more slowly. Not one that is locked or has no
 * keyring: each try would put a question before the person.
 */
export function createRetryTimer(
  tryAgain: () => Promise<VaultState>,
  firstMs: number = FIRST_MS,
): RetryTimer {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = firstMs
  let isOver = false
  const attempt = async (): Promise<void> => {
    timer = undefined
    const state = await tryAgain()
    if (state.kind === 'keychain') waitMs = firstMs
  }
  return {
    failed(state) {
      if (isOver || timer || state.kind !== 'memory' || state.code !== 'unknown') return
      timer = setTimeout(() => void attempt(), waitMs)
      timer.unref()
      waitMs = Math.min(waitMs * 2, LAST_MS)
    },
    stop() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
