import { playableMediaType } from '@gatehouse/domain'
import type { BlobStore } from '@gatehouse/host/ports'

export const BLOBS_PATH = '/blobs/'

/** Bytes of one answer to a request for a stretch; whoever plays a sound asks again for the next. */
const MAX_STRETCH = 1024 * 1024

export type ReadableBlobs = Pick<BlobStore, 'read' | 'size'>

/**
 * Kept data by its hash, at `/blobs/<hash>`, whole or a stretch of it (RFC 9110, section 14). It is served as
 * bytes, or with `type` as one of the sounds that are played: nothing in it is ever a page, a style or a script.
 */
export async function blobResponse(
  { url, headers }: { url: string; headers: Pick<Headers, 'get'> },
  { blobs, security }: { blobs: ReadableBlobs; security: Record<string, string> },
): Promise<Response> {
  const { pathname, searchParams } = new URL(url)
  const hash = pathname.slice(BLOBS_PATH.length)
  const size = await blobs.size(hash)
  if (size === null) return new Response(null, { status: 404, headers: security })
  const about = {
    ...security,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Content-Type': playableMediaType(searchParams.get('type') ?? '') ?? 'application/octet-stream',
    // Chats are not to be found in the window's cache.
    'Cache-Control': 'no-store',
    'Accept-Ranges': 'bytes',
  }
  try {
    const range = rangeOf(headers.get('range'), size)
    if (range === null) return new Response(await blobs.read(hash), { headers: about })
    if (range === 'unsatisfiable')
      return new Response(null, {
        status: 416,
        headers: { ...about, 'Content-Range': `bytes */${size}` },
      })
    const bytes = await blobs.read(hash, range)
    const place = `bytes ${range.start}-${range.start + bytes.byteLength - 1}/${size}`
    return new Response(bytes, { status: 206, headers: { ...about, 'Content-Range': place } })
  } catch {
    return new Response(null, { status: 404, headers: security })
  }
}

interface Range {
  start: number
  /** Without it. */
  end: number
}

/** One range of bytes; `null` when none was asked for in a form that is understood. */
function rangeOf(header: string | null, size: number): Range | 'unsatisfiable' | null {
  const asked = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '')
  if (!asked) return null
  const start = Number(asked[1])
  if (start >= size) return 'unsatisfiable'
  const last = asked[2] ? Number(asked[2]) : start + MAX_STRETCH - 1
  if (last < start) return null
  return { start, end: Math.min(last + 1, size) }
}
