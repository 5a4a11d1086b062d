import { GatehouseError, isGatehouseError } from '@gatehouse/domain'
import { fileChangeOf, MAX_PREVIEW_BYTES, type FilePreview } from '@gatehouse/domain/chats'
import type { AskQueue } from '../../ask-queue/ask-queue.ts'
import { locateFile, type LocateDependencies } from './locate-file.ts'

type Dependencies = LocateDependencies & { asks: Pick<AskQueue, 'pending'> }

/** Reads the files that pending calls would change, so that the person sees the difference. */
export class FilePreviews {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** The file of a pending call as it is now. Rejects with `ask/not-pending`; for a call that changes none as well. */
  async of(askId: string): Promise<FilePreview> {
    const { serverId, conversationId, path } = this.#changeOf(askId)
    const located = locateFile({ serverId, conversationId, path }, this.#deps)
    if (located.kind !== 'file') return located
    try {
      const read = await this.#deps.folders.readEntry(located.place)
      // It may have been answered, and the chat moved elsewhere, while a slow disk responded.
      this.#changeOf(askId)
      if (locateFile({ serverId, conversationId, path }, this.#deps).kind !== 'file')
        return { kind: 'not-read', because: 'elsewhere' }
      return read.kind === 'file'
        ? previewOf(located.path, read.bytes)
        : { kind: 'not-read', because: 'unreadable' }
    } catch (error) {
      return notRead(error, located.path)
    }
  }

  #changeOf(askId: string): { serverId: string; conversationId: string; path: string } {
    const ask = this.#deps.asks.pending().find(({ id }) => id === askId)
    const change = ask?.kind === 'tool-approval' ? fileChangeOf(ask.tool, ask.arguments) : undefined
    if (ask?.kind !== 'tool-approval' || !change || change.path === null)
      throw new GatehouseError('ask/not-pending', 'No call that changes a file waits here.')
    const { serverId, conversationId } = ask
    return { serverId, conversationId, path: change.path }
  }
}

function previewOf(path: string, bytes: Uint8Array): FilePreview {
  if (bytes.byteLength > MAX_PREVIEW_BYTES) return { kind: 'not-read', because: 'too-large' }
  const text = textOfBytes(bytes)
  return text === null ? { kind: 'not-read', because: 'not-text' } : { kind: 'text', path, text }
}

/** `null`: they are no text in UTF-8. */
export function textOfBytes(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

function notRead(error: unknown, path: string): FilePreview {
  switch (isGatehouseError(error) ? error.code : '') {
    case 'ask/not-pending':
      throw error
    case 'workspace/no-such-entry':
      return { kind: 'absent', path }
    case 'workspace/leads-out':
      return { kind: 'not-read', because: 'leads-out' }
    case 'attachment/file-too-large':
      return { kind: 'not-read', because: 'too-large' }
    default:
      return { kind: 'not-read', because: 'unreadable' }
  }
}
