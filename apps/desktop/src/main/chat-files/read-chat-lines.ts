import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { GatehouseError } from '@gatehouse/domain'
import { CHAT_FILE_LIMITS } from '@gatehouse/domain/chats'

/** Bytes that are read at a time. */
const AT_ONCE = 262_144
const LINE_END = 10

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * The lines of a file, without their ends and without empty ones. What is no file, too large, not UTF-8 or
 * has a line over the limit is refused. Throws `chat/import-refused`, `chat/not-read`.
 */
export async function* readChatLines(path: string): AsyncGenerator<string> {
  const handle = await opened(path)
  try {
    let parts: Buffer[] = []
    let length = 0
    for await (const chunk of chunksOf(handle)) {
      let start = 0
      for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, start)) {
        parts.push(chunk.subarray(start, end))
        start = end + 1
        const line = decoded(parts)
        if (line.trim() !== '') yield line
        parts = []
        length = 0
      }
      parts.push(chunk.subarray(start))
      length += chunk.length - start
      if (length > CHAT_FILE_LIMITS.line.bytes) throw refused('too-large')
    }
    const last = decoded(parts)
    if (last.trim() !== '') yield last
  } finally {
    await handle.close()
  }
}

async function opened(path: string): Promise<FileHandle> {
  let handle: FileHandle | undefined
  try {
    // Not waiting for a writer: what is opened may be a pipe.
    handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const state = await handle.stat()
    if (!state.isFile()) throw refused('not-a-chat')
    if (state.size > CHAT_FILE_LIMITS.bytes) throw refused('too-large')
    return handle
  } catch (error) {
    await handle?.close()
    throw notRead(error)
  }
}

async function* chunksOf(handle: FileHandle): AsyncGenerator<Buffer> {
  // A file that grows meanwhile is not followed beyond the limit.
  for (let at = 0; at <= CHAT_FILE_LIMITS.bytes;) {
    const buffer = Buffer.alloc(AT_ONCE)
    const { bytesRead } = await handle.read(buffer, 0, AT_ONCE, at).catch((error: unknown) => {
      throw notRead(error)
    })
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
  throw refused('too-large')
}

function decoded(parts: readonly Buffer[]): string {
  const [first = Buffer.alloc(0)] = parts
  const bytes = parts.length === 1 ? first : Buffer.concat(parts)
  if (bytes.length > CHAT_FILE_LIMITS.line.bytes) throw refused('too-large')
  try {
    return decoder.decode(bytes)
  } catch {
    throw refused('not-a-chat')
  }
}

function refused(reason: 'not-a-chat' | 'too-large'): GatehouseError {
  const message =
    reason === 'too-large'
      ? 'This file holds more than a chat may. Nothing was imported.'
      : 'This is not a chat that Gatehouse exported. Choose a file that it wrote.'
  return new GatehouseError('chat/import-refused', message, { data: { reason } })
}

function notRead(error: unknown): unknown {
  if (error instanceof GatehouseError) return error
  const why = error instanceof Error ? error.message : String(error)
  return new GatehouseError('chat/not-read', `This file could not be read: ${why}`, {
    cause: error,
  })
}
