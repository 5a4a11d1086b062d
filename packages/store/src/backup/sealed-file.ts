import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { GatehouseError, objectOfJson } from '@gatehouse/domain'
import { z } from 'zod'

/** The format that this version writes, and the newest that it reads. */
const FORMAT = 1
const CHUNK = 64 * 1024
const TAG = 16
/** The head is one line. */
const MAX_HEAD = 4096
/** 128 MB of memory and about half a second for each guess. */
const COST = { cost: 2 ** 17, blockSize: 8, parallelization: 1 } as const
/** A file may ask for more than we do, but not for all memory of the computer. */
const MAX_COST = 2 ** 20

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`))

const headSchema = z.object({
  gatehouse: z.literal('backup'),
  format: z.literal(FORMAT),
  madeAt: z.number().int().nonnegative(),
  app: z.string().max(100),
  scrypt: z.object({
    cost: z.number().int().min(2).max(MAX_COST),
    blockSize: z.literal(8),
    parallelization: z.literal(1),
    salt: hex(32),
  }),
  /** Tells a wrong passphrase from a damaged file. */
  check: hex(32),
  /** Bytes of all that is sealed. */
  content: z.number().int().nonnegative(),
})
type Head = z.infer<typeof headSchema>

/** A file that was opened for reading, whose head is understood. */
export interface SealedFile {
  head: Head
  /** Bytes of the whole file. */
  bytes: number
  /**
   * The sealed content. Rejects with `backup/wrong-passphrase` before the first piece, with `backup/damaged` at a
   * piece that is not what was written.
   */
  pieces(passphrase: string): AsyncGenerator<Buffer>
  close(): Promise<void>
}

export interface SealOptions extends Pick<Head, 'content' | 'madeAt' | 'app'> {
  passphrase: string
  /** Of scrypt; tests take less. */
  cost?: number | undefined
}

/**
 * Encrypts `content` bytes of pieces: a line with the head, then chunks of AES-256-GCM. Each chunk is bound to the
 * head, to its number, and to being the last one or not.
 */
export async function* seal(
  pieces: AsyncIterable<Uint8Array>,
  { passphrase, content, madeAt, app, cost = COST.cost }: SealOptions,
): AsyncGenerator<Buffer> {
  const parameters = { ...COST, cost, salt: randomBytes(32).toString('hex') }
  const { key, check } = await keysOf(passphrase, parameters)
  const head: Head = {
    gatehouse: 'backup',
    format: FORMAT,
    madeAt,
    app,
    scrypt: parameters,
    check: check.toString('hex'),
    content,
  }
  const line = Buffer.from(`${JSON.stringify(head)}\n`)
  yield line
  const about = digestOf(line)
  let number = 0
  const chunk = (data: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAAD(about)
    number += 1
    return Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()])
  }
  let held = Buffer.alloc(0)
  for await (const piece of pieces) {
    held = Buffer.concat([held, piece])
    let at = 0
    // One stays, as the last chunk is marked.
    for (; held.length - at > CHUNK; at += CHUNK) yield chunk(held.subarray(at, at + CHUNK), false)
    held = held.subarray(at)
  }
  yield chunk(held, true)
}

/**
 * Opens a sealed file. Rejects with `backup/not-read`, `backup/not-a-backup`, `backup/newer`, `backup/cut-off`,
 * `backup/damaged`.
 */
export async function openSealed(path: string): Promise<SealedFile> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw backupError('not-read', path, error)
  })
  try {
    const { bytes, line } = await readHead(handle, path)
    const head = parseHead(line, path)
    const chunks = Math.max(1, Math.ceil(head.content / CHUNK))
    const whole = line.length + head.content + chunks * TAG
    if (bytes < whole) throw backupError('cut-off', path)
    if (bytes > whole) throw backupError('damaged', path)
    return {
      head,
      bytes,
      pieces: (passphrase) => unseal({ handle, path, head, line, bytes }, passphrase),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function readHead(handle: FileHandle, path: string) {
  const start = Buffer.alloc(MAX_HEAD)
  const { bytesRead } = await handle.read(start, 0, MAX_HEAD, 0).catch((error: unknown) => {
    throw backupError('not-read', path, error)
  })
  const end = start.subarray(0, bytesRead).indexOf('\n')
  if (end === -1) throw backupError('not-a-backup', path)
  const { size } = await handle.stat()
  return { bytes: size, line: start.subarray(0, end + 1) }
}

function parseHead(line: Buffer, path: string): Head {
  const found = objectOfJson(line.toString())
  if (found?.['gatehouse'] !== 'backup') throw backupError('not-a-backup', path)
  if (Number(found['format']) > FORMAT) throw backupError('newer', path)
  const head = headSchema.safeParse(found)
  if (!head.success) throw backupError('damaged', path)
  return head.data
}

async function* unseal(
  {
    handle,
    path,
    head,
    line,
    bytes,
  }: {
    handle: FileHandle
    path: string
    head: Head
    line: Buffer
    bytes: number
  },
  passphrase: string,
): AsyncGenerator<Buffer> {
  const { key, check } = await keysOf(passphrase, head.scrypt)
  if (!timingSafeEqual(check, Buffer.from(head.check, 'hex')))
    throw backupError('wrong-passphrase', path)
  const about = digestOf(line)
  const sealed = Buffer.alloc(CHUNK + TAG)
  for (let at = line.length, number = 0; at < bytes; number += 1) {
    const size = Math.min(sealed.length, bytes - at)
    const { bytesRead } = await handle.read(sealed, 0, size, at)
    if (bytesRead < size || size < TAG) throw backupError('cut-off', path)
    at += size
    const nonce = nonceOf(number, at === bytes)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(about)
    decipher.setAuthTag(sealed.subarray(size - TAG, size))
    const piece = decipher.update(sealed.subarray(0, size - TAG))
    try {
      decipher.final()
    } catch (error) {
      throw backupError('damaged', path, error)
    }
    yield piece
  }
}

/** Eleven bytes of the number of a chunk, and one for the last chunk. A key is used for one file. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

const digestOf = (line: Buffer): Buffer => createHash('sha256').update(line).digest()

function keysOf(
  passphrase: string,
  { cost, blockSize, parallelization, salt }: Head['scrypt'],
): Promise<{ key: Buffer; check: Buffer }> {
  const options = { cost, blockSize, parallelization, maxmem: 256 * cost * blockSize }
  return new Promise((resolve, reject) => {
    // The same letters may be typed composed or not.
    scrypt(passphrase.normalize('NFKC'), Buffer.from(salt, 'hex'), 64, options, (error, bytes) => {
      if (error) reject(error)
      else resolve({ key: bytes.subarray(0, 32), check: digestOf(bytes.subarray(32)) })
    })
  })
}

const MESSAGES = {
  'not-read': 'could not be read. Check that it exists and that you may open it.',
  'not-a-backup': 'is not a backup of Gatehouse. Choose another file.',
  newer: 'was made by a newer version of Gatehouse. Update Gatehouse, then restore it.',
  'cut-off': 'is not complete: its end is missing. Copy it again, or choose another backup.',
  damaged: 'is damaged or was changed. Copy it again, or choose another backup.',
  'wrong-passphrase': 'cannot be opened with this passphrase. Type it again.',
} as const

export function backupError(
  kind: keyof typeof MESSAGES,
  path: string,
  cause?: unknown,
): GatehouseError {
  const name = basename(path)
  const message = `${name} ${MESSAGES[kind]} Your data was not changed.`
  return new GatehouseError(`backup/${kind}`, message, { data: { name }, cause })
}
