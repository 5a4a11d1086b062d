import type { ToolCallProgress } from '@gatehouse/domain'
import { groupedDigits } from '@gatehouse/domain/text'
import { copyPrefix } from '../message-parsing/text-prefix.ts'

/** Milliseconds between two reports. */
const INTERVAL_MS = 100
/** Characters of a progress message; each is sent to the window, and the last is kept with its call. */
const MAX_MESSAGE = 2000

export interface ProgressRelay {
  push(progress: ToolCallProgress): void
  /** Delivers held-back messages, then nothing more. */
  stop(): void
}

/** Passes progress on at most ten times a second, the latest always, and never backwards. */
export function createProgressRelay(
  onProgress: (progress: ToolCallProgress) => void,
): ProgressRelay {
  let highest = -Infinity
  let held: ToolCallProgress | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  function flush(): void {
    timer = undefined
    if (!held) return
    onProgress(held)
    held = undefined
    timer = setTimeout(flush, INTERVAL_MS)
  }

  return {
    push(progress) {
      // The specification requires that progress increases; some servers repeat or go back.
      if (stopped || !Number.isFinite(progress.progress) || progress.progress < highest) return
      if (isSdkRound(progress)) return
      highest = progress.progress
      held = bounded(progress)
      if (timer === undefined) flush()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      if (held) onProgress(held)
      held = undefined
    },
  }
}

/** The SDK reports a round of its own as progress, in words for developers; a server has not reported any. */
function isSdkRound({ message }: ToolCallProgress): boolean {
  return (
    message !== undefined && /^Fulfilling input required by '[^']*' \(round \d+\)$/.test(message)
  )
}

function bounded(progress: ToolCallProgress): ToolCallProgress {
  const { message } = progress
  if (message === undefined || message.length <= MAX_MESSAGE) return progress
  const left = groupedDigits(message.length - MAX_MESSAGE)
  return { ...progress, message: `${copyPrefix(message, MAX_MESSAGE)}… [${left} more characters]` }
}
