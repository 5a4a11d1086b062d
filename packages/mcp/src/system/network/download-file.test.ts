import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isGatehouseError } from '@gatehouse/domain'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createFileDownload, mayLead } from './download-file.ts'

const CONTENT = Buffer.from('a bundle '.repeat(1000))
const SHA256 = createHash('sha256').update(CONTENT).digest('hex')

let folder: string
let servers: Server[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-download-'))
  servers = []
})

afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Address of a host that answers as `listener` does. */
async function host(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/n.mcpb`
}

let count = 0
const file = (): string => join(folder, `${count}.download`)

interface Change {
  sha256?: string
  maxBytes?: number
  idleMs?: number
  signal?: AbortSignal
  onBytes?: (received: number, total: number | null) => void
}

function download(url: string, change: Change = {}): Promise<string[]> {
  const { sha256 = SHA256, maxBytes = 100_000, signal, idleMs, onBytes = () => undefined } = change
  const fetchFile = createFileDownload({
    environment: {},
    ...(idleMs === undefined ? {} : { idleMs }),
  })
  count += 1
  const request = { url, sha256, path: file(), maxBytes, onBytes }
  return fetchFile(request, signal ?? new AbortController().signal)
}

/** `problem host detail` of the refusal. */
async function refusal(url: string, change?: Change): Promise<string> {
  const error = await download(url, change).catch((thrown: unknown) => thrown)
  if (!isGatehouseError(error)) return `not refused: ${String(error)}`
  const { problem, detail } = error.data
  return `${error.code} ${String(problem)} ${String(detail)}`.trim()
}

describe('a file that is fetched by its digest', () => {
  it('arrives whole, with its progress, and sends nothing but the request', async () => {
    const headers: unknown[] = []
    const url = await host((request, response) => {
      headers.push(request.headers.authorization, request.headers.cookie, request.url)
      response.setHeader('content-length', CONTENT.length)
      response.end(CONTENT)
    })
    const seen: [number, number | null][] = []
    const hosts = await download(url, { onBytes: (...one) => seen.push(one) })
    expect(hosts).toEqual([new URL(url).host])
    expect(readFileSync(file())).toEqual(CONTENT)
    expect(seen.at(-1)).toEqual([CONTENT.length, CONTENT.length])
    expect(headers).toEqual([undefined, undefined, '/n.mcpb'])
  })

  /** @threat bundle.led-away */
  it('follows to another host and names both', async () => {
    const store = await host((_request, response) => response.end(CONTENT))
    const url = await host((_request, response) =>
      response.writeHead(302, { location: store }).end(),
    )
    expect(await download(url)).toEqual([new URL(url).host, new URL(store).host])
  })

  /**
   * @threat bundle.swapped-download
   * @attacker program
   * @tries gives another file than the one that the entry of a registry describes
   * @stoppedBy the file counts by its SHA-256 alone; any other is deleted before it is unpacked
   */
  it.each([
    ['another file', { sha256: 'a'.repeat(64) }, 'download/failed checksum'],
    ['more than is read, as it says', { maxBytes: 10 }, 'download/failed too-large 0.00001'],
  ])('is refused where it is %s', async (_what, change, expected) => {
    const url = await host((_request, response) => {
      response.setHeader('content-length', CONTENT.length)
      response.end(CONTENT)
    })
    expect(await refusal(url, change)).toBe(expected)
  })

  it('is refused where it is larger than its host says', async () => {
    const url = await host((_request, response) => response.end(CONTENT))
    expect(await refusal(url, { maxBytes: 10 })).toMatch(/too-large/)
  })

  /**
   * @threat bundle.led-away
   * @attacker configuration
   * @tries leads a download to a host without encryption, to a file, or round in circles
   * @stoppedBy a redirect is followed over https alone, to public addresses, five times at most; the review names all
   * hosts
   */
  it.each([
    ['without encryption', 'http://example.com/n.mcpb'],
    ['to another protocol', 'file:///etc/passwd'],
  ])('is not followed %s', async (_how, location) => {
    const url = await host((_request, response) => response.writeHead(302, { location }).end())
    expect(await refusal(url)).toBe('download/failed redirect')
  })

  /** @threat bundle.led-away */
  it('leads from a public host to public addresses alone', () => {
    const [from, to, inside] = [
      new URL('https://github.com/a'),
      new URL('https://files.example/b'),
      new URL('https://bundles.corp/c'),
    ]
    const places: [URL, URL, string][] = [
      [from, to, '140.82.121.3'],
      [from, to, '10.0.0.5'],
      [from, to, '::1'],
      [from, to, '169.254.169.254'],
      // The person saw this host.
      [from, from, '10.0.0.5'],
      [inside, to, '10.0.0.5'],
    ]
    expect(places.map((place) => mayLead(...place))).toEqual([
      true,
      false,
      false,
      false,
      true,
      true,
    ])
  })

  it.each([
    ['a host that goes round in circles', (url: string) => ({ status: 302, location: url })],
    ['a refusal', () => ({ status: 404, location: undefined })],
    ['a redirect to nowhere', () => ({ status: 302, location: undefined })],
  ])('is not waited for at %s', async (_what, answer) => {
    let url = ''
    url = await host((_request, response) => {
      const { status, location } = answer(url)
      response.writeHead(status, location === undefined ? {} : { location }).end()
    })
    expect(await refusal(url)).toMatch(/^download\/failed (?:redirect|status [34]0[24])$/)
  })

  it.each([200, 302, 404])('breaks off after the head of a response of %i', async (status) => {
    const uncaught: unknown[] = []
    const keep = (error: unknown): void => void uncaught.push(error)
    process.on('uncaughtException', keep)
    onTestFinished(() => void process.off('uncaughtException', keep))
    const url = await host((_request, response) => {
      response.writeHead(status, { 'content-length': 90_000, location: '/next' })
      response.flushHeaders()
      setImmediate(() => response.destroy())
    })
    for (let round = 0; round < 20; round += 1)
      expect(await refusal(url)).toMatch(/^download\/failed (unreachable|status|redirect)/)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(uncaught).toEqual([])
  })

  it('is given up where its host sends nothing or breaks off, and cancelled by the person', async () => {
    const silent = await host((_request, response) => response.write('a'))
    expect(await refusal(silent, { idleMs: 50 })).toBe('download/failed stalled')
    const broken = await host((_request, response) => {
      response.writeHead(200, { 'content-length': '99' })
      response.write('a', () => response.destroy())
    })
    expect(await refusal(broken)).toMatch(/^download\/failed unreachable/)
    const controller = new AbortController()
    const running = download(silent, { signal: controller.signal })
    setTimeout(() => controller.abort('over'), 20)
    await expect(running).rejects.toBe('over')
  })
})
