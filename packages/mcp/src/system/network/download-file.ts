import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { raceAbort } from '@gatehouse/base'
import { GatehouseError, type ResolvedNetwork } from '@gatehouse/domain'
import { networkZoneOf, type DownloadProblem } from '@gatehouse/domain/launch'
import type { ProxySources } from './choose-proxy.ts'
import { causesOf, networkCode } from './network-error.ts'
import { openAgent } from './outbound-http.ts'

/** A file to fetch, whose content is known by its digest. */
export interface DownloadRequest {
  url: string
  /** SHA-256 of the file in hex. */
  sha256: string
  /** Absolute; made anew. It holds what was fetched, whole or not. */
  path: string
  maxBytes: number
  network?: ResolvedNetwork | undefined
  /** `total`: null where the host does not say. */
  onBytes(received: number, total: number | null): void
}

/** Resolves with the hosts that were asked, in order. Rejects with `download/failed`. */
export type FileDownload = (request: DownloadRequest, signal: AbortSignal) => Promise<string[]>

export interface FileDownloadOptions extends ProxySources {
  /** Milliseconds without a byte after which a host is given up. Default 60,000. */
  idleMs?: number
}

const IDLE_MS = 60_000
/** Hosts that one file may be fetched by; a release of GitHub takes two. */
const MAX_HOSTS = 5
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

/**
 * Fetches a file of the host itself, without credentials. Another host is followed only over https and only to a public
 * address, unless the file was asked of a private one. What arrives counts by its digest alone.
 */
export function createFileDownload({
  idleMs = IDLE_MS,
  ...sources
}: FileDownloadOptions): FileDownload {
  return async (request, signal) => {
    const hosts: string[] = []
    const idle = new AbortController()
    const stop = AbortSignal.any([signal, idle.signal])
    let timer: ReturnType<typeof setTimeout> | undefined
    const onLife = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => idle.abort(), idleMs)
    }
    onLife()
    try {
      const work = fetchFrom(new URL(request.url), request, {
        sources,
        hosts,
        onLife,
        signal: stop,
      })
      await raceAbort(work, stop)
      return hosts
    } catch (error) {
      signal.throwIfAborted()
      if (idle.signal.aborted) throw failed('stalled', hosts.at(-1) ?? '')
      throw toProblem(error, hosts.at(-1) ?? '')
    } finally {
      clearTimeout(timer)
      idle.abort()
    }
  }
}

interface Course {
  sources: ProxySources
  /** Those that were asked. */
  hosts: string[]
  onLife: () => void
  signal: AbortSignal
}

async function fetchFrom(url: URL, request: DownloadRequest, course: Course): Promise<void> {
  const { hosts, signal } = course
  assertAllowed(url)
  if (hosts.length === MAX_HOSTS) throw failed('redirect', url.host)
  const mayReach = (address: string): boolean => mayLead(new URL(request.url), url, address)
  hosts.push(url.host)
  const agent = await openAgent(url, { network: request.network, mayReach }, course.sources)
  try {
    const undici = await import('undici')
    const response = await undici.request(url, { method: 'GET', signal, dispatcher: agent })
    course.onLife()
    const { statusCode: status, headers, body } = response
    // Of a body that breaks off before it is read, or that nobody reads; reading it fails with the same error.
    body.on('error', () => undefined)
    if (REDIRECTS.includes(status)) {
      const location = String(headers['location'] ?? '')
      if (!URL.canParse(location, url.href)) throw failed('status', url.host, String(status))
      return await fetchFrom(new URL(location, url), request, course)
    }
    if (status !== 200) throw failed('status', url.host, String(status))
    const length = Number(headers['content-length'])
    await writeBody(body, { ...request, course, total: length > 0 ? length : null })
  } finally {
    await agent.destroy().catch(() => undefined)
  }
}

/** True if a request that began at `first` may be led to `url` at this IP address. */
export function mayLead(first: URL, url: URL, address: string): boolean {
  const isLocal = networkZoneOf(first.hostname) !== 'elsewhere'
  return url.host === first.host || isLocal || networkZoneOf(address) === 'elsewhere'
}

/** Plain http is for this computer only: anyone on the way could see what is fetched. */
function assertAllowed(url: URL): void {
  const isPlainHere = url.protocol === 'http:' && networkZoneOf(url.hostname) === 'this-machine'
  if (url.protocol !== 'https:' && !isPlainHere) throw failed('redirect', url.host)
}

async function writeBody(
  body: AsyncIterable<Uint8Array>,
  {
    path,
    sha256,
    maxBytes,
    onBytes,
    course,
    total,
  }: DownloadRequest & { course: Course; total: number | null },
): Promise<void> {
  const tooLarge = (): GatehouseError =>
    failed('too-large', course.hosts.at(-1) ?? '', String(maxBytes / 1_000_000))
  if (total !== null && total > maxBytes) throw tooLarge()
  const digest = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  let received = 0
  try {
    for await (const part of body) {
      course.onLife()
      received += part.length
      if (received > maxBytes) throw tooLarge()
      digest.update(part)
      await file.writeFile(part)
      onBytes(received, total)
    }
  } finally {
    await file.close()
  }
  if (digest.digest('hex') !== sha256.toLowerCase())
    throw failed('checksum', course.hosts.at(-1) ?? '')
}

function toProblem(error: unknown, host: string): GatehouseError {
  const own = causesOf(error).find((one) => one instanceof GatehouseError)
  if (own) return own.code === 'http/refused' ? failed('redirect', host) : own
  const code = networkCode(error) ?? 'UNKNOWN'
  return failed(code === 'ENOSPC' ? 'disk-full' : 'unreachable', host, code)
}

function failed(problem: DownloadProblem, host: string, detail = ''): GatehouseError {
  return new GatehouseError(
    'download/failed',
    `The file could not be fetched from ${host} (${problem} ${detail}).`,
    { data: { problem, host, detail } },
  )
}
