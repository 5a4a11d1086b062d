import { createContext, useContext, useEffect, useState } from 'react'

/** Data that is kept in files: read by its hash, past the bridge. */
export interface BlobReader {
  /** For elements that load by themselves. `type` is one that main serves; anything else loads nothing. */
  address(hash: string, type: string): string
  /** Rejects when it is not on disk any more. Bytes from `start` up to `end`, without it. */
  read(hash: string, range?: { start: number; end: number }): Promise<Uint8Array<ArrayBuffer>>
}

const pathOf = (hash: string): string => `/blobs/${hash}`

/** Over the app's own protocol. */
const served: BlobReader = {
  address: (hash, type) => `${pathOf(hash)}?type=${encodeURIComponent(type)}`,
  async read(hash, range) {
    const headers = range ? { Range: `bytes=${range.start}-${range.end - 1}` } : undefined
    // oxlint-disable-next-line no-restricted-globals -- main serves it; nothing goes to a network
    const response = await fetch(pathOf(hash), headers ? { headers } : {})
    if (!response.ok) throw new Error(`The data is not there (${response.status}).`)
    return new Uint8Array(await response.arrayBuffer())
  },
}

const BlobContext = createContext<BlobReader>(served)
export const BlobProvider = BlobContext.Provider

export const useBlobs = (): BlobReader => useContext(BlobContext)

/** The whole of a blob as soon as it is read; `null` before, `'gone'` when it cannot be. */
export function useBlob(hash: string): Uint8Array<ArrayBuffer> | null | 'gone' {
  const blobs = useBlobs()
  const [read, setRead] = useState<{
    hash: string
    bytes: Uint8Array<ArrayBuffer> | 'gone'
  } | null>(null)
  useEffect(() => {
    let isWanted = true
    const show = (bytes: Uint8Array<ArrayBuffer> | 'gone') => {
      if (isWanted) setRead({ hash, bytes })
    }
    blobs.read(hash).then(show, () => show('gone'))
    return () => {
      isWanted = false
    }
  }, [blobs, hash])
  return read !== null && read.hash === hash ? read.bytes : null
}

/** All of a text. */
export async function readText(blobs: BlobReader, hash: string): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blobs.read(hash))
}
