import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { writeTar, type TarEntry } from './write-tar.ts'

/** An archive of a mirror, and what a table of archives says of it. */
interface MirroredArchive {
  path: string
  bytes: number
  sha256: string
}

/** Answer of the mirror to every request from now on. */
type MirrorFault = 'none' | 'truncated' | 'other-bytes' | 'longer' | 'redirect' | 'missing'

export interface RuntimeMirror {
  url: string
  /** Paths that were requested. */
  requests: string[]
  publish(path: string, entries: Record<string, string | TarEntry>): MirroredArchive
  fault: MirrorFault
  /** Sends half of each archive, and the rest after `release`. */
  hold(): { halfSent: Promise<void>; release: () => void }
  close(): Promise<void>
}

/** A mirror of archives of runtimes (`.tgz`) on an ephemeral port of 127.0.0.1. */
export async function startRuntimeMirror(): Promise<RuntimeMirror> {
  const archives = new Map<string, Buffer>()
  const requests: string[] = []
  let held: Promise<void> | undefined
  let onHalfSent = (): void => undefined
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1)
    requests.push(path)
    const bytes = archives.get(path)
    if (!bytes || mirror.fault === 'missing') return void response.writeHead(404).end()
    if (mirror.fault === 'redirect')
      return void response.writeHead(302, { location: 'http://mirror.example/other.tgz' }).end()
    if (mirror.fault === 'other-bytes') return void response.end(Buffer.alloc(bytes.length, 7))
    if (mirror.fault === 'longer') return void response.end(Buffer.concat([bytes, bytes]))
    const half = Math.floor(bytes.length / 2)
    response.writeHead(200, { 'content-length': bytes.length })
    response.write(bytes.subarray(0, half), () => {
      if (mirror.fault === 'truncated') return response.destroy()
      onHalfSent()
      return void Promise.resolve(held).then(() => response.end(bytes.subarray(half)))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const mirror: RuntimeMirror = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fault: 'none',
    publish(path, entries) {
      const bytes = gzipSync(writeTar(entries, ''))
      archives.set(path, bytes)
      return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    },
    hold() {
      let release = (): void => undefined
      held = new Promise((resolve) => {
        release = resolve
      })
      const halfSent = new Promise<void>((resolve) => {
        onHalfSent = resolve
      })
      return { halfSent, release }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return mirror
}
