import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'

/**
 * @typedef {object} DownloadOptions
 * @property {string} [sha256] of the whole file, in hex; a file with another one is thrown away
 * @property {number} [stallMs] after which a connection that brings nothing times out
 */

/**
 * Downloads a file. What arrived of one that broke off stays beside it (`.part`), and the next try asks for the
 * rest alone, if the server still has the same file (RFC 9110, sections 13.1.5 and 14.2).
 * @param {string} url
 * @param {string} file its folder is made
 * @param {DownloadOptions} [options]
 * @throws {Error} that says why, in words; what arrived so far is kept
 */
export async function download(url, file, { sha256, stallMs = 20_000 } = {}) {
  await mkdir(dirname(file), { recursive: true })
  const part = `${file}.part`
  const start = await arrivedOf(url, part)
  const watch = watchForStall(stallMs)
  try {
    await fetchRest(url, { part, start, watch })
  } catch (error) {
    throw new Error(reasonOf(watch.signal.aborted ? watch.signal.reason : error), { cause: error })
  } finally {
    watch.end()
  }
  if (sha256 !== undefined && (await hashOf(part)) !== sha256) {
    await Promise.all([rm(part), rm(noteOf(part), { force: true })])
    throw new Error(`what came from ${url} is not the file that was expected`)
  }
  await rename(part, file)
  await rm(noteOf(part), { force: true })
}

/** @param {string} part */
const noteOf = (part) => `${part}.json`

/**
 * Returns the length of the partial download of this file, and the server's name for its version.
 * @param {string} url
 * @param {string} part
 */
async function arrivedOf(url, part) {
  try {
    /** @type {{ url: string, version: string }} */
    const note = JSON.parse(await readFile(noteOf(part), 'utf8'))
    const { size } = await stat(part)
    if (note.url === url && note.version !== '') return { size, version: note.version }
  } catch {
    // There is nothing of it yet.
  }
  return { size: 0, version: '' }
}

/**
 * @param {string} url
 * @param {{ part: string, start: { size: number, version: string }, watch: ReturnType<typeof watchForStall> }} how
 */
async function fetchRest(url, { part, start, watch }) {
  /** @type {Record<string, string>} */
  const headers = { 'accept-encoding': 'identity' }
  if (start.size > 0)
    Object.assign(headers, { range: `bytes=${start.size}-`, 'if-range': start.version })
  const response = await fetch(url, { headers, signal: watch.signal })
  const isRest =
    response.status === 206 &&
    response.headers.get('content-range')?.startsWith(`bytes ${start.size}-`) === true
  if (response.body === null || (!isRest && response.status !== 200)) {
    // What is there may be all of it, or too much: the next try starts over.
    if (response.status === 206 || response.status === 416) await rm(part, { force: true })
    throw new Error(`the server responded ${response.status} ${response.statusText}`.trim())
  }
  // A part never stands beside the note of another version, wherever this is broken off.
  if (!isRest) await rm(part, { force: true })
  // Only a strong validator may name the version of a part.
  const version = response.headers.get('etag') ?? response.headers.get('last-modified') ?? ''
  await writeFile(
    noteOf(part),
    JSON.stringify({ url, version: version.startsWith('W/') ? '' : version }),
  )
  const target = await open(part, isRest ? 'a' : 'w')
  try {
    for await (const chunk of response.body) {
      watch.beat()
      await target.write(chunk)
    }
  } finally {
    await target.close()
  }
}

/** @param {number} stallMs */
function watchForStall(stallMs) {
  const controller = new AbortController()
  const timer = setTimeout(
    () => controller.abort(new Error(`no data for ${stallMs / 1000} s`)),
    stallMs,
  )
  return {
    signal: controller.signal,
    beat: () => void timer.refresh(),
    end: () => clearTimeout(timer),
  }
}

/** @param {string} file */
async function hashOf(file) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/**
 * `fetch` says why in the cause.
 * @param {unknown} error
 * @returns {string}
 */
function reasonOf(error) {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message
}
