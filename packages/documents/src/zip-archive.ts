import { DOCUMENT_LIMITS } from '@gatehouse/domain/documents'
import { fromBuffer, type Entry, type ZipFile } from 'yauzl'
import { ReadingProblem } from './document-error.ts'

/**
 * Files of an archive in memory, by their names. Each is unpacked when it is read, and the bytes of all are counted
 * as they come, whatever the archive declares. Archives within it stay packed.
 */
export class ZipArchive {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  #unpacked = 0

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  /** @throws {ReadingProblem} `damaged`, `needs-password`, `too-large` */
  static async open(bytes: Uint8Array): Promise<ZipArchive> {
    const zip = await opened(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    if (zip.entryCount > DOCUMENT_LIMITS.entries) throw new ReadingProblem('too-large')
    return new ZipArchive(zip, await entriesOf(zip))
  }

  names(): string[] {
    return [...this.#entries.keys()]
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** @throws {ReadingProblem} `damaged` where there is none of this name, `too-large` */
  async bytes(name: string): Promise<Uint8Array> {
    const entry = this.#entries.get(name)
    if (!entry) throw new ReadingProblem('damaged')
    const stream = await this.#stream(entry)
    const chunks: Uint8Array[] = []
    let size = 0
    try {
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        size += chunk.byteLength
        this.#unpacked += chunk.byteLength
        if (size > DOCUMENT_LIMITS.entryBytes || this.#unpacked > DOCUMENT_LIMITS.unpackedBytes)
          throw new ReadingProblem('too-large')
        chunks.push(chunk)
      }
    } catch (error) {
      throw error instanceof ReadingProblem ? error : new ReadingProblem('damaged', error)
    }
    return Buffer.concat(chunks)
  }

  /** An XML file as text; undefined where there is none of this name. */
  async text(name: string): Promise<string | undefined> {
    if (!this.has(name)) return undefined
    return decodeXml(await this.bytes(name))
  }

  #stream(entry: Entry): Promise<NodeJS.ReadableStream> {
    return new Promise((resolve, reject) => {
      this.#zip.openReadStream(entry, (error, stream) => {
        if (error) reject(new ReadingProblem('damaged', error))
        else resolve(stream)
      })
    })
  }
}

function opened(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    // Sizes are counted here: what an archive declares may be false.
    const options = { lazyEntries: true, validateEntrySize: false, strictFileNames: false }
    fromBuffer(bytes, options, (error, zip) => {
      if (error) reject(new ReadingProblem('damaged', error))
      else resolve(zip)
    })
  })
}

function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      if (entry.isEncrypted()) {
        reject(new ReadingProblem('needs-password'))
        return
      }
      // Of two with one name programs read the first.
      if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', (error: Error) => reject(new ReadingProblem('damaged', error)))
    zip.readEntry()
  })
}

/** XML is UTF-8 unless it has the mark of UTF-16 (XML 1.0, section 4.3.3). */
function decodeXml(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder().decode(bytes)
}

/** The name of an entry that another one names: relative to its folder, or absolute. */
export function resolveEntry(from: string, target: string): string {
  const base = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') base.pop()
    else if (step !== '.' && step !== '') base.push(step)
  }
  return base.join('/')
}
