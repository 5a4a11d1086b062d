import { playableMediaType } from '@gatehouse/domain'
import type { BlobStore } from '@gatehouse/host/ports'
import type { ServedRequest, ServedResponse } from './served-files.ts'

export const BLOBS_PATH = '/blobs/'

/** Maximum bytes of one response to a range request; a player requests the next range. */
const MAX_STRETCH = 1024 * 1024

export type ReadableBlobs = Pick<BlobStore, 'read' | 'size'>

/**
 * Kept data by its hash, at `/blobs/<hash>`, whole or a stretch of it (RFC 9110, section 14). It is served as
 * bytes, or with `type` as one of the sounds that are played: nothing in it is ever a page, a style or a script.
 */
export async function blobResponse(
  { url, headers }: Pick<ServedRequest, 'url' | 'headers'>,
  { blobs, security }: { blobs: ReadableBlobs; security: Record<string, string> },
): Promise<ServedResponse> {
  const { pathname, searchParams } = new URL(url)
  const hash = pathname.slice(BLOBS_PATH.length)
  const size = await blobs.size(hash)
  if (size === null) return { status: 404, headers: security, body: null }
  const about = {
    ...security,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Content-Type': playableMediaType(searchParams.get('type') ?? '') ?? 'application/octet-stream',
    // Chats are not to be found in the window's cache.
    'Cache-Control': 'no-store',
    'Accept-Ranges': 'bytes',
  }
  try {
    const range = rangeOf(headers, size)
    if (range === null) return { status: 200, headers: about, body: await blobs.read(hash) }
    if (range === 'unsatisfiable')
      return {
        status: 416,
        headers: { ...about, 'Content-Range': `bytes */${size}` },
        body: null,
      }
    const bytes = await blobs.read(hash, range)
    const place = `bytes ${range.start}-${range.start + bytes.byteLength - 1}/${size}`
    return { status: 206, headers: { ...about, 'Content-Range': place }, body: bytes }
  } catch {
    return { status: 404, headers: security, body: null }
  }
}

interface Range {
  start: number
  /** Without it. */
  end: number
}

/** One range of bytes; `null` when none was asked for in a form that is understood. */
function rangeOf(headers: Record<string, string>, size: number): Range | 'unsatisfiable' | null {
  const [, header = ''] = Object.entries(headers).find(([name]) => /^range$/i.test(name)) ?? []
  const asked = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header)
  if (!asked) return null
  const start = Number(asked[1])
  if (start >= size) return 'unsatisfiable'
  const last = asked[2] ? Number(asked[2]) : start + MAX_STRETCH - 1
  if (last < start) return null
  return { start, end: Math.min(last + 1, size) }
}
