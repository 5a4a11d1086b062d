import { describe, expect, it } from 'vitest'
import { blobResponse } from './served-blobs.ts'

const HASH = 'a'.repeat(64)
const data = Uint8Array.from({ length: 3_000_000 }, (_, index) => index % 251)
const blobs = {
  size: (hash: string) => Promise.resolve(hash === HASH ? data.length : null),
  read: (_hash: string, range?: { start: number; end: number }) =>
    Promise.resolve(range ? data.slice(range.start, range.end) : data),
}
const ask = (path: string, range?: string) =>
  blobResponse(
    { url: `app://gatehouse${path}`, headers: range ? { Range: range } : {} },
    { blobs, security: { 'X-Content-Type-Options': 'nosniff' } },
  )

describe('kept data over the app’s own protocol', () => {
  it('is served whole, as bytes that nothing runs or keeps', async () => {
    const response = await ask(`/blobs/${HASH}`)
    expect(response.status).toBe(200)
    expect(response.body?.length).toBe(data.length)
    expect(response.headers).toMatchObject({
      'Content-Type': 'application/octet-stream',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    })
  })

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=2999990-', 2_999_990, 3_000_000],
    ['bytes=2999990-9999999', 2_999_990, 3_000_000],
    ['bytes=0-', 0, 1_048_576],
  ])('is served a stretch at a time: %s', async (range, start, end) => {
    const response = await ask(`/blobs/${HASH}`, range)
    expect(response.status).toBe(206)
    expect(response.headers['Content-Range']).toBe(`bytes ${start}-${end - 1}/${data.length}`)
    // A matcher would compare a million numbers one by one.
    expect(Buffer.compare(response.body ?? new Uint8Array(), data.slice(start, end))).toBe(0)
  })

  it('says that a stretch is beyond its end', async () => {
    const response = await ask(`/blobs/${HASH}`, 'bytes=3000000-')
    expect(response.status).toBe(416)
    expect(response.headers['Content-Range']).toBe(`bytes */${data.length}`)
  })

  it('is a sound that is played where that is asked, and never a page, a picture or a script', async () => {
    const typeOf = async (type: string) =>
      (await ask(`/blobs/${HASH}?type=${encodeURIComponent(type)}`)).headers['Content-Type']
    expect(await typeOf('audio/wav')).toBe('audio/wav')
    expect(await typeOf('Audio/OGG; codecs=opus')).toBe('audio/ogg')
    for (const other of [
      'text/html',
      'text/javascript',
      'image/svg+xml',
      'text/css',
      'audio/x',
      '',
    ])
      expect(await typeOf(other)).toBe('application/octet-stream')
  })

  it('is found by its hash and by nothing else', async () => {
    for (const path of [
      `/blobs/${'b'.repeat(64)}`,
      '/blobs/',
      '/blobs/../gatehouse.db',
      '/blobs/x',
    ])
      expect((await ask(path)).status).toBe(404)
  })
})
