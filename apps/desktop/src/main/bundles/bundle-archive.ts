import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { bundleProblem } from './bundle-problem.ts'
import { isSafeName, TakenNames } from './entry-names.ts'

/** No bundle that people use comes near to these. */
export const LIMITS = {
  entries: 20_000,
  /** Bytes of all files together, unpacked. */
  bytes: 1_000_000_000,
  /** Folders, one inside of the other. */
  depth: 40,
}
/** Lengths of the fixed parts of an archive, in bytes (PKWARE APPNOTE 4.3). */
const LOCAL_HEADER = 30
const END_RECORD = 22
/** A data descriptor, without and with its signature, for 32 and 64 bits (APPNOTE 4.3.9). */
const DESCRIPTORS: readonly number[] = [12, 16, 20, 24]

export interface ArchiveFile {
  path: string
  size: number
  isProgram: boolean
}

export interface BundleArchive {
  files: readonly ArchiveFile[]
  /** Parts of a file. Rejects for what does not unpack to what it says of itself. */
  read(file: ArchiveFile): AsyncIterable<Uint8Array>
}

/**
 * Reads the list of an archive, strictly: each byte of it belongs to one entry or to the list, so that no other reader
 * can see other files in it, and each name is safe on each system. Rejects with `import/unreadable`.
 */
export async function openArchive(bytes: Buffer): Promise<BundleArchive> {
  const end = endRecord(bytes)
  const archive = await opened(bytes)
  const entries = await entriesOf(archive)
  assertWhole(bytes, entries, end)
  const taken = new TakenNames()
  const files = new Map<ArchiveFile, Entry>()
  let total = 0
  for (const entry of entries) {
    const path = entry.fileName
    assertAllowed(entry)
    if (!taken.take(path)) throw bundleProblem('bundle-unsafe', path)
    if (path.endsWith('/')) continue
    total += entry.uncompressedSize
    if (total > LIMITS.bytes) throw bundleProblem('too-large', String(LIMITS.bytes / 1_000_000))
    const isProgram = (modeOf(entry) & 0o111) !== 0
    files.set({ path, size: entry.uncompressedSize, isProgram }, entry)
  }
  return {
    files: [...files.keys()],
    async *read(file) {
      const entry = files.get(file)
      if (!entry) throw bundleProblem('bundle-damaged', file.path)
      try {
        yield* await archive.openReadStreamPromise(entry)
      } catch {
        throw bundleProblem('bundle-damaged', file.path)
      }
    },
  }
}

async function opened(bytes: Buffer): Promise<ZipFile> {
  try {
    return await fromBufferPromise(bytes, { strictFileNames: true, validateEntrySizes: true })
  } catch {
    throw bundleProblem('bundle-damaged')
  }
}

async function entriesOf(archive: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  try {
    for await (const entry of archive.eachEntry()) {
      entries.push(entry)
      if (entries.length > LIMITS.entries) break
    }
  } catch (error) {
    // The reader refuses names that lead out of the folder before we see them.
    const isName = error instanceof Error && /file ?name|path/i.test(error.message)
    throw bundleProblem(isName ? 'bundle-unsafe' : 'bundle-damaged')
  }
  if (entries.length > LIMITS.entries) throw bundleProblem('too-many')
  return entries
}

/** Place of the list of entries and of the record after it, which must be the last of the file. */
function endRecord(bytes: Buffer): { list: number; listEnd: number } {
  const at = bytes.length - END_RECORD
  if (at < 0 || bytes.readUInt32LE(at) !== 0x06054b50) throw bundleProblem('bundle-damaged')
  const size = bytes.readUInt32LE(at + 12)
  const list = bytes.readUInt32LE(at + 16)
  // The list ends where the record begins: nothing is hidden between them.
  if (list + size !== at || bytes.readUInt16LE(at + 20) !== 0) throw bundleProblem('bundle-layout')
  return { list, listEnd: at }
}

/** Entries lie one after the other from the first byte to the list, under the names that the list gives them. */
function assertWhole(bytes: Buffer, entries: readonly Entry[], end: { list: number }): void {
  let expected = 0
  let hasDescriptor = false
  const assertNext = (offset: number): void => {
    const gap = offset - expected
    const isDescriptor = hasDescriptor && DESCRIPTORS.includes(gap)
    if (gap !== 0 && !isDescriptor) throw bundleProblem('bundle-layout')
  }
  const inPlace = entries.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  )
  for (const entry of inPlace) {
    const at = entry.relativeOffsetOfLocalHeader
    assertNext(at)
    if (at + LOCAL_HEADER > end.list) throw bundleProblem('bundle-layout')
    const nameLength = bytes.readUInt16LE(at + 26)
    const name = bytes.subarray(at + LOCAL_HEADER, at + LOCAL_HEADER + nameLength)
    if (bytes.readUInt32LE(at) !== 0x04034b50 || !name.equals(entry.fileNameRaw))
      throw bundleProblem('bundle-layout', entry.fileName)
    expected = at + LOCAL_HEADER + nameLength + bytes.readUInt16LE(at + 28) + entry.compressedSize
    hasDescriptor = (entry.generalPurposeBitFlag & 0x8) !== 0
  }
  assertNext(end.list)
}

const modeOf = (entry: Entry): number => entry.externalFileAttributes >>> 16

/** Only plain files and folders with safe names; no links, no devices, nothing encrypted. */
function assertAllowed(entry: Entry): void {
  const { fileName } = entry
  const type = modeOf(entry) & 0o170000
  const isPlain = type === 0 || type === (fileName.endsWith('/') ? 0o040000 : 0o100000)
  const depth = fileName.split('/').length
  if (!isPlain || !isSafeName(fileName) || depth > LIMITS.depth)
    throw bundleProblem('bundle-unsafe', fileName)
  if (entry.isEncrypted()) throw bundleProblem('bundle-encrypted')
}
