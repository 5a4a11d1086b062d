import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { download } from './download.mjs'

const text = Buffer.from('0123456789'.repeat(5000))
const sha256 = createHash('sha256').update(text).digest('hex')

let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {}
let url = ''
let file = ''
let folder = ''
/** Range of each request. */
let ranges: (string | undefined)[] = []
const server = createServer((request, response) => {
  ranges.push(request.headers.range)
  handle(request, response)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/electron.zip`
})
afterAll(() => server.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-download-'))
  file = join(folder, 'made', 'electron.zip')
  ranges = []
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Sends so much, and breaks off once it is in the file. */
const breakingAfter =
  (bytes: number, etag = '"one"') =>
  (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-length': text.length, etag })
    response.write(text.subarray(0, bytes))
    const look = setInterval(() => {
      if ((statSync(`${file}.part`, { throwIfNoEntry: false })?.size ?? 0) < bytes) return
      clearInterval(look)
      response.destroy()
    }, 5)
  }

/** Sends what is asked for, if the version is still that one. */
const whole =
  (etag = '"one"') =>
  ({ headers }: IncomingMessage, response: ServerResponse) => {
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
    if (from === 0 || headers['if-range'] !== etag) {
      response.writeHead(200, { etag }).end(text)
      return
    }
    const range = `bytes ${from}-${text.length - 1}/${text.length}`
    response.writeHead(206, { etag, 'content-range': range }).end(text.subarray(from))
  }

const isWhole = () => readFileSync(file).equals(text)

it('a download that broke off goes on where it was', async () => {
  handle = breakingAfter(20_000)
  await expect(download(url, file, { sha256 })).rejects.toThrow(/other side closed|terminated/)
  expect(existsSync(file)).toBe(false)
  handle = whole()
  await download(url, file, { sha256 })
  expect(isWhole()).toBe(true)
  expect(ranges).toEqual([undefined, 'bytes=20000-'])
  expect(existsSync(`${file}.part`)).toBe(false)
})

it('one of a file that is another by now begins anew', async () => {
  handle = breakingAfter(20_000, '"old"')
  await expect(download(url, file, { sha256 })).rejects.toThrow(/other side closed|terminated/)
  handle = whole('"new"')
  await download(url, file, { sha256 })
  expect(isWhole()).toBe(true)
})

it('one whose version the server cannot name begins anew', async () => {
  handle = breakingAfter(20_000, 'W/"weak"')
  await expect(download(url, file)).rejects.toThrow(/other side closed|terminated/)
  handle = whole()
  await download(url, file)
  expect(ranges).toEqual([undefined, undefined])
  expect(isWhole()).toBe(true)
})

it('another file than the expected one is thrown away, and so is what is of no use', async () => {
  handle = (_, response) => response.end('something else')
  await expect(download(url, file, { sha256 })).rejects.toThrow(/not the file that was expected/)
  expect(existsSync(file)).toBe(false)
  expect(existsSync(`${file}.part`)).toBe(false)
  handle = breakingAfter(20_000)
  await expect(download(url, file, { sha256 })).rejects.toThrow(/other side closed|terminated/)
  handle = (_, response) => response.writeHead(416).end()
  await expect(download(url, file, { sha256 })).rejects.toThrow('the server responded 416')
  handle = whole()
  await download(url, file, { sha256 })
  expect(ranges.at(-1)).toBeUndefined()
  expect(isWhole()).toBe(true)
})

it('says in words why it failed: the response, silence, nobody there', async () => {
  handle = (_, response) => response.writeHead(403).end()
  await expect(download(url, file)).rejects.toThrow('the server responded 403 Forbidden')
  handle = (_, response) => void response.writeHead(200).write('a')
  await expect(download(url, file, { stallMs: 200 })).rejects.toThrow('no data for 0.2 s')
  await expect(download('http://127.0.0.1:1/x', file)).rejects.toThrow(/ECONNREFUSED|bad port/)
})

it('one that stops before its first byte leaves no part of another version behind', async () => {
  handle = breakingAfter(20_000, '"old"')
  await expect(download(url, file, { sha256 })).rejects.toThrow(/other side closed|terminated/)
  // The note of the new version cannot be written: what would be left is the old part with a new note, or without.
  rmSync(`${file}.part.json`)
  mkdirSync(`${file}.part.json`)
  handle = whole('"new"')
  await expect(download(url, file, { sha256 })).rejects.toThrow(/EISDIR|EPERM|EEXIST/)
  expect(existsSync(`${file}.part`)).toBe(false)
})
