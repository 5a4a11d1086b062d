import type { BlobRef } from '@gatehouse/domain'
import { CHAT_FILE_LIMITS, type ChatFileLine } from '@gatehouse/domain/chats'
import type { HostDependencies } from '../../dependencies.ts'
import { importRefused } from './import-refusal.ts'

type DataLine = Extract<ChatFileLine, { kind: 'data' }>

/** Properties of data that came whole. */
interface Known {
  bytes: number
  /** `null`: it is not UTF-8. */
  characters: number | null
}

/** Puts the data of a file together, piece by piece, and decides what entries may name. */
export class ImportedBlobs {
  readonly #deps: Pick<HostDependencies, 'stores' | 'digest'>
  readonly #known = new Map<string, Known>()
  /** By the hash that the file names, one that no data has. */
  readonly #absent = new Map<string, string>()
  #open: { hash: string; bytes: Uint8Array; filled: number } | undefined
  /** Name of this import, which keeps absent data apart from data that exists. */
  readonly #name: string

  constructor(deps: Pick<HostDependencies, 'stores' | 'digest'>, name: string) {
    this.#deps = deps
    this.#name = name
  }

  get absent(): number {
    return this.#absent.size
  }

  /** True while data has begun and is not complete. */
  get isOpen(): boolean {
    return this.#open !== undefined
  }

  /** Throws `chat/import-refused`. */
  async add({ hash, bytes, at, data }: DataLine): Promise<void> {
    if (bytes > CHAT_FILE_LIMITS.blobBytes) throw importRefused('too-large')
    this.#open ??= { hash, bytes: new Uint8Array(bytes), filled: 0 }
    const open = this.#open
    const piece = bytesOf(data)
    const fits = open.hash === hash && open.bytes.length === bytes && at === open.filled
    if (!fits || at + piece.length > bytes || (piece.length === 0 && bytes > 0))
      throw importRefused('damaged')
    open.bytes.set(piece, at)
    open.filled += piece.length
    if (open.filled < bytes) return
    this.#open = undefined
    const source = { data: open.bytes, encoding: 'bytes', mimeType: '' } as const
    const put = await this.#deps.stores.blobs.put(source)
    if (put.hash !== hash) throw importRefused('damaged')
    this.#known.set(hash, { bytes, characters: charactersOf(open.bytes) })
  }

  addAbsent(hash: string): void {
    this.#absent.set(hash, this.#deps.digest.sha256(`absent ${this.#name} ${hash}`))
  }

  /** The reference, if its data came with the file. Throws `chat/import-refused`. */
  checked(ref: BlobRef): BlobRef {
    const absent = this.#absent.get(ref.hash)
    if (absent !== undefined) return { ...ref, hash: absent }
    const known = this.#known.get(ref.hash)
    const isRight =
      known?.bytes === ref.bytes &&
      (ref.characters === undefined || ref.characters === known.characters)
    if (!isRight) throw importRefused('damaged')
    return ref
  }
}

/** The schema checked that it is Base64. */
function bytesOf(data: string): Uint8Array {
  return Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
}

function charactersOf(bytes: Uint8Array): number | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).length
  } catch {
    return null
  }
}
