import type { ReadResourceResult } from '@gatehouse/domain'
import { bytesOfBase64 } from '../chat/attachments/sniff-media.ts'
import type { AppFile } from './app-session.ts'

const MAX_NAME = 80

interface FileContent {
  name: string
  bytes: Uint8Array
}

/**
 * The name and content of a file of a view. A link is read from the view's own server. Undefined without content.
 * Rejects as `read` does.
 */
export async function fileOf(
  file: AppFile,
  read: (uri: string) => Promise<ReadResourceResult>,
): Promise<FileContent | undefined> {
  const contents = file.type === 'resource' ? file.resource : (await read(file.uri)).contents[0]
  if (!contents) return undefined
  const { text, blob = '' } = contents
  const bytes = text === undefined ? bytesOfBase64(blob) : new TextEncoder().encode(text)
  const uri = file.type === 'resource' ? contents.uri : file.uri
  const named = file.type === 'resource_link' ? file.name : ''
  return bytes && bytes.length > 0 ? { name: safeName(named || lastOf(uri)), bytes } : undefined
}

const lastOf = (uri: string): string => {
  const last = uri.split(/[/\\]/).at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

/** The last part alone, without characters that no file system takes or that make it read as another name. */
function safeName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .normalize('NFC')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}"*:<>?|]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[ .]+/, '')
    .trim()
  return Array.from(clean).slice(-MAX_NAME).join('') || 'file'
}
