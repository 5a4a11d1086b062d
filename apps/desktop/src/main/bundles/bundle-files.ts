import type {
  BundleFiles,
  PersonFolders,
  UnpackedBundle,
  UnpackedPlugin,
} from '@gatehouse/host/ports'
import { removeFolder, type FileDownload } from '@gatehouse/mcp'
import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openArchive, type ArchiveFile, type BundleArchive } from './bundle-archive.ts'
import { bundleProblem } from './bundle-problem.ts'
import { findPlugin, openFolder, readSmallFile } from './plugin-folder.ts'
import { verifySignature } from './verify-signature.ts'
import { isBuiltin } from 'node:module'

const BEGIN = Buffer.from('MCPB_SIG_V1')

const END = Buffer.from('MCPB_SIG_END')

const LENGTH_BYTES = 4

/** A signature with the certificates of its signer. */
const MAX_SIGNATURE_BYTES = 262_144

/** Place of the length of the comment in the last record of an archive, from its end. */
const COMMENT_LENGTH_FROM_END = 2

/** `… from 'x'`, `import 'x'`, `import('x')`, `require('x')`. A text that only looks so costs a wrong hint. */
const IMPORTED = /\b(?:from|import|require)\s{0,9}\(?\s{0,9}['"]([^'"\n]{1,214})['"]/g

const MAX_FILE_BYTES = 300_000_000
const MAX_MANIFEST_BYTES = 1_000_000
/** Imports stand at the beginning of a script. */
const MAX_SCRIPT_BYTES = 1_000_000
const MANIFEST = 'manifest.json'
/** Nobody writes into an unpacked bundle: it is what was allowed. */
const MODES = { folder: 0o555, program: 0o555, file: 0o444, own: 0o700 }
/** First bytes of programs in hex: a script's `#!`, ELF, Mach-O. An archive made on Windows has no modes. */
const PROGRAMS = ['2321', '7f454c46', 'cffaedfe', 'feedfacf', 'cafebabe']

export interface BundleFilesOptions {
  /** Folder in which each bundle gets one of its own. */
  root: string
  /** Folder for what their servers make by themselves. */
  workRoot: string
  platform: string
  folders: PersonFolders
  download: FileDownload
}

/** Bundles on the disk, below `root`. */
export function createBundleFiles({
  root,
  workRoot,
  platform,
  folders,
  download,
}: BundleFilesOptions): BundleFiles {
  async function unpack(path: string): Promise<UnpackedBundle> {
    const bytes = await readFile(path)
    const { archive: zip, signature, signed } = splitSignature(bytes)
    const checked = await verifySignature(signature, signed)
    const archive = await openArchive(zip)
    const manifest = await manifestOf(archive)
    const sha256 = createHash('sha256').update(zip).digest('hex')
    const folder = join(root, sha256)
    await place(archive, folder)
    const size = archive.files.reduce((sum, file) => sum + file.size, 0)
    const files = archive.files.map((file) => file.path)
    const workFolder = join(workRoot, sha256)
    return { folder, workFolder, sha256, manifest, files, size, signature: checked }
  }

  return {
    platform,
    folders,
    unpack,
    async fetch({ url, sha256, network, onBytes }, signal) {
      await mkdir(root, { recursive: true, mode: MODES.own })
      const path = join(root, `${randomUUID()}.download`)
      try {
        const request = { url, sha256, path, maxBytes: MAX_FILE_BYTES, network, onBytes }
        const hosts = await download(request, signal)
        return { bundle: await unpack(path), hosts: [...new Set(hosts)] }
      } finally {
        await rm(path, { force: true })
      }
    },
    findPlugin,
    unpackPlugin: (path) => unpackPlugin(path, { root, workRoot }),
    async missingPackages({ folder, files }, script) {
      if (!files.includes(script)) return []
      const path = join(folder, ...script.split('/'))
      return missingPackages(await beginningOf(path), script, files)
    },
    async prune(isUsed) {
      for (const parent of [root, workRoot])
        for (const name of await readdir(parent).catch((): string[] => []))
          if (!isUsed(join(root, name)))
            await removeFolder(join(parent, name)).catch(() => undefined)
    },
  }
}

/** A copy of a plugin's folder or archive, by the rules of bundles. */
async function unpackPlugin(
  path: string,
  { root, workRoot }: Pick<BundleFilesOptions, 'root' | 'workRoot'>,
): Promise<UnpackedPlugin> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  const bytes = isFolder ? null : await readFile(path)
  const archive = await (bytes ? openArchive(bytes) : openFolder(path))
  const sha256 = bytes ? createHash('sha256').update(bytes).digest('hex') : await digestOf(archive)
  const folder = join(root, sha256)
  await place(archive, folder)
  // The copy is what was read, whatever became of the folder in the meantime.
  if (!bytes && (await digestOf(await openFolder(folder))) !== sha256) {
    await removeFolder(folder)
    throw bundleProblem('bundle-damaged')
  }
  const top = topFolder(archive.files)
  const files = archive.files.map((file) => file.path.slice(top.length))
  const pluginRoot = join(folder, ...top.split('/').filter((part) => part !== ''))
  return {
    folder,
    root: pluginRoot,
    workFolder: join(workRoot, sha256),
    sha256,
    files,
    size: archive.files.reduce((sum, file) => sum + file.size, 0),
    read: (file) =>
      files.includes(file)
        ? readSmallFile(join(pluginRoot, ...file.split('/')))
        : Promise.resolve(null),
  }
}

/** SHA-256 over the names and the contents of all files. */
async function digestOf(archive: BundleArchive): Promise<string> {
  const whole = createHash('sha256')
  for (const file of archive.files) {
    const content = createHash('sha256')
    for await (const part of partsOf(archive, file)) content.update(part)
    whole.update(JSON.stringify([file.path, content.digest('hex')]))
  }
  return whole.digest('hex')
}

/** The one folder in which an archive has everything, with `/` at its end; empty where there is none. */
function topFolder(files: readonly ArchiveFile[]): string {
  const [first] = files
  const top = /^[^/]+\//.exec(first?.path ?? '')?.[0] ?? ''
  return top !== '.claude-plugin/' && files.every(({ path }) => path.startsWith(top)) ? top : ''
}

/** Unpacks beside the place and moves it there whole: a crash leaves no half a bundle under its name. */
async function place(archive: BundleArchive, folder: string): Promise<void> {
  const staging = `${folder}.${randomUUID()}`
  try {
    await mkdir(staging, { recursive: true, mode: MODES.own })
    const made = new Set([staging])
    for (const file of archive.files) await unpackFile(archive, file, { staging, made })
    for (const path of [...made].toReversed()) await chmod(path, MODES.folder)
    await removeFolder(folder)
    await rename(staging, folder)
  } catch (error) {
    await removeFolder(staging).catch(() => undefined)
    throw error
  }
}

async function unpackFile(
  archive: BundleArchive,
  file: ArchiveFile,
  { staging, made }: { staging: string; made: Set<string> },
): Promise<void> {
  const path = join(staging, ...file.path.split('/'))
  const segments = file.path.split('/').slice(0, -1)
  for (const at of segments.keys()) made.add(join(staging, ...segments.slice(0, at + 1)))
  await mkdir(dirname(path), { recursive: true, mode: MODES.own })
  // Never onto something that is there.
  const handle = await open(path, 'wx', MODES.own)
  let start = Buffer.alloc(0)
  try {
    for await (const part of partsOf(archive, file)) {
      if (start.length < 4) start = Buffer.concat([start, part.subarray(0, 4)])
      await handle.writeFile(part)
    }
  } finally {
    await handle.close()
  }
  const isProgram = file.isProgram || PROGRAMS.some((one) => start.toString('hex').startsWith(one))
  await chmod(path, isProgram ? MODES.program : MODES.file)
}

/** Ends with an error for a file of another size than it says. */
async function* partsOf(archive: BundleArchive, file: ArchiveFile): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const part of archive.read(file)) {
    size += part.length
    if (size > file.size) throw bundleProblem('bundle-damaged', file.path)
    yield part
  }
  if (size !== file.size) throw bundleProblem('bundle-damaged', file.path)
}

async function manifestOf(archive: BundleArchive): Promise<string> {
  const file = archive.files.find(({ path }) => path === MANIFEST)
  if (!file) throw bundleProblem('bundle-no-manifest')
  if (file.size > MAX_MANIFEST_BYTES) throw bundleProblem('too-large', '1')
  const parts: Uint8Array[] = []
  for await (const part of partsOf(archive, file)) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

async function beginningOf(path: string): Promise<string> {
  const handle = await open(path)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(MAX_SCRIPT_BYTES), 0)
    return buffer.subarray(0, bytesRead).toString('utf8')
  } finally {
    await handle.close()
  }
}

async function readFile(path: string): Promise<Buffer> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(
    (error: NodeJS.ErrnoException) => {
      const isDenied = error.code === 'EACCES' || error.code === 'EPERM'
      throw bundleProblem(isDenied ? 'not-allowed' : 'unreadable', error.code)
    },
  )
  try {
    const state = await handle.stat()
    if (!state.isFile()) throw bundleProblem('not-a-file')
    if (state.size > MAX_FILE_BYTES)
      throw bundleProblem('too-large', String(MAX_FILE_BYTES / 1_000_000))
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

/** Packages that the code of `entry` imports and that are in no `node_modules` of the bundle. At most ten. */
function missingPackages(code: string, entry: string, files: readonly string[]): string[] {
  const present = new Set(
    files.flatMap((file) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []),
  )
  const isScript = /\.[cm]?js$/.test(entry)
  const wanted = new Set<string>()
  for (const [, imported = ''] of isScript ? code.matchAll(IMPORTED) : []) {
    const name = /^(?:@[^/]+\/)?[^./@][^/]*/.exec(imported)?.[0]
    if (name !== undefined && !isBuiltin(name) && !/^(?:node|https?|file|data):/.test(name))
      wanted.add(name)
  }
  return [...wanted].filter((name) => !present.has(name)).slice(0, 10)
}

interface SplitBundle {
  /** The archive alone, as a reader of archives takes it. */
  archive: Buffer
  /** PKCS #7 in DER, detached; null where there is none. */
  signature: Buffer | null
  /** The bytes that may have been signed: signers write the length of the comment before or after they sign. */
  signed: readonly Buffer[]
}

/**
 * Takes the signature block off a bundle: `MCPB_SIG_V1`, a length of 32 bits (little-endian), the signature,
 * `MCPB_SIG_END`, after the archive (signing of @anthropic-ai/mcpb 2.1). What has an end and no beginning has no block.
 */
function splitSignature(bytes: Buffer): SplitBundle {
  const end = bytes.length - END.length
  const unsigned = { archive: bytes, signature: null, signed: [] }
  if (end < 0 || !bytes.subarray(end).equals(END)) return unsigned
  const from = Math.max(0, end - MAX_SIGNATURE_BYTES)
  for (let at = bytes.lastIndexOf(BEGIN, end); at >= from; at = bytes.lastIndexOf(BEGIN, at - 1)) {
    const start = at + BEGIN.length + LENGTH_BYTES
    if (start > end || start + bytes.readUInt32LE(at + BEGIN.length) !== end) continue
    const written = bytes.subarray(0, at)
    const archive = withCommentLength(written, 0)
    const patched = withCommentLength(written, bytes.length - at)
    return { archive, signature: bytes.subarray(start, end), signed: [archive, patched] }
  }
  return unsigned
}

/** A copy only where the length differs. */
function withCommentLength(archive: Buffer, length: number): Buffer {
  const at = archive.length - COMMENT_LENGTH_FROM_END
  if (at < 0 || length > 0xffff || archive.readUInt16LE(at) === length) return archive
  const copy = Buffer.from(archive)
  copy.writeUInt16LE(length, at)
  return copy
}
