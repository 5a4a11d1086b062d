import { readFileSync, rmSync } from 'node:fs'
import { objectOfJson } from '@gatehouse/domain/json'
import { replacePrivateFile } from './private-files.ts'

/** The chats that were open in a run of the app. */
export interface LastRunState {
  /** The chat that was loaded last. */
  conversationId: string | null
}

/**
 * A file beside the data that is there while the app runs. One that is found at a start was left by a run
 * that ended without quitting: a crash, a kill, a power cut.
 */
export interface RunMarker {
  /** State that the previous run left behind; null when it quit properly. */
  readonly left: LastRunState | null
  /** Records the open chats on disk before it returns, so that they are known even if opening them ends the app. */
  note(trace: LastRunState): void
  /** The app quits as it should. */
  clear(): void
}

/** Never throws: where nothing can be written, no crash is noticed. */
export function createRunMarker(file: string): RunMarker {
  const left = read(file)
  let noted: string | undefined
  const note = ({ conversationId }: LastRunState): void => {
    const text = JSON.stringify({ conversationId })
    if (text === noted) return
    noted = text
    try {
      replacePrivateFile(file, text)
    } catch {
      // The next start is an ordinary one then.
    }
  }
  note({ conversationId: left?.conversationId ?? null })
  return {
    left,
    note,
    clear() {
      noted = undefined
      rmSync(file, { force: true })
    },
  }
}

// Read by hand: a schema library here would be loaded before the window can open.
function read(file: string): LastRunState | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return null
  }
  const id = text.length < 1000 ? objectOfJson(text)?.['conversationId'] : undefined
  return { conversationId: typeof id === 'string' && id.length <= 100 ? id : null }
}
