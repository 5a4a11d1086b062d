import { omitAllNulls } from '@gatehouse/domain'
import {
  isThisMachine,
  parseAddress,
  REGISTRY_META,
  registryServerSchema,
  registryStatusSchema,
  type ImportIssue,
  type ImportIssueCode,
  type BundleDownload,
  type RegistryPackage,
  type RegistryServer,
  type RegistryTransport,
} from '@gatehouse/domain/launch'
import type { ParsedInput } from '../parsed-input.ts'
import type { ParsedServer } from '../read-server.ts'
import { identifierOf, RegistryLaunchReader, typeOf } from './registry-launch.ts'

/** Servers of one answer that are read. */
const MAX_SERVERS = 50

interface RegistryServers {
  format: 'registry'
  servers: ParsedServer[]
  inputs: ParsedInput[]
  /** None: each way to run has its own. */
  problems: never[]
}

/**
 * Reads a server.json, or an answer of a registry's API with one or several, as servers: one for each way to run it,
 * the first that can run selected. Undefined for any other value. Runs and fetches nothing.
 */
export function readRegistryServers(value: unknown): RegistryServers | undefined {
  const entries = entriesOf(omitAllNulls(value)).slice(0, MAX_SERVERS)
  if (entries.length === 0) return undefined
  const taken = new Set<string>()
  const read = entries.map((entry) => readEntry(entry, taken))
  return {
    format: 'registry',
    problems: [],
    servers: read.flat(),
    inputs: read.flat().flatMap(({ inputs }) => inputs),
  }
}

interface Entry {
  at: string
  server: RegistryServer
  /** Of the registry; empty in a file. */
  status: string
  statusMessage: string
}

function entriesOf(value: unknown): Entry[] {
  if (!isRecord(value)) return []
  const { servers } = value
  if (Array.isArray(servers) && servers.some((one) => isRecord(one) && isRecord(one['server'])))
    return servers.flatMap((one, index) => entryOf(one, `servers[${index}].`))
  return entryOf(value, '')
}

function entryOf(value: unknown, at: string): Entry[] {
  if (!isRecord(value)) return []
  const isAnswer = isRecord(value['server'])
  const server = isAnswer ? value['server'] : value
  if (!isRecord(server)) return []
  const hasWays = [server['packages'], server['remotes']].some(
    (list) => Array.isArray(list) && list.every(isRecord),
  )
  const parsed = registryServerSchema.safeParse(server)
  if (!hasWays || !parsed.success) return []
  const meta = isRecord(value['_meta']) ? value['_meta'][REGISTRY_META] : undefined
  const official = registryStatusSchema.safeParse(meta ?? { status: server['status'] })
  const { status = '', statusMessage = '' } = official.data ?? {}
  return [{ at, server: parsed.data, status, statusMessage }]
}

function readEntry(entry: Entry, taken: Set<string>): ParsedServer[] {
  const { server, at } = entry
  const ways = [
    ...server.packages.map((one, index) =>
      packageServer(one, { at: `${at}packages[${index}]`, taken }),
    ),
    ...server.remotes.map((one, index) =>
      remoteServer(one, { at: `${at}remotes[${index}]`, taken }),
    ),
  ]
  const first = ways.findIndex(({ target }) => target !== null)
  // A list of ours is of no registry: its names have no namespace.
  const isPublished = server.name.includes('/') && server.version !== ''
  const isDeleted = entry.status === 'deleted'
  return ways.map((way, index): ParsedServer => {
    const told = (code: ImportIssueCode): ImportIssue => issue(code, way.at, entry.statusMessage)
    const problems = isDeleted ? [...way.problems, told('registry-deleted')] : way.problems
    const { download, ...rest } = way
    return {
      ...rest,
      ...(download && problems.length === 0 ? { download } : {}),
      ...(isPublished ? { registryEntry: { name: server.name, version: server.version } } : {}),
      key: nameOf(server),
      line: null,
      target: problems.length > 0 ? null : way.target,
      problems,
      notes: entry.status === 'deprecated' ? [told('registry-deprecated')] : [],
      suggested: index === first && !isDeleted,
    }
  })
}

type Way = Pick<ParsedServer, 'at' | 'target' | 'problems' | 'inputs' | 'download'>

/** The place of a way to run a server in its entry, and the names of inputs that are taken. */
interface Place {
  at: string
  taken: Set<string>
}

function packageServer(found: RegistryPackage, { at, taken }: Place): Way {
  const reader = new RegistryLaunchReader(taken)
  const type = typeOf(found)
  const transport = found.transport?.type ?? ''
  const problem = (code: ImportIssueCode, detail: string): Way => ({
    at,
    target: null,
    problems: [issue(code, at, detail)],
    inputs: [],
  })
  if (type === 'mcpb') {
    const download = downloadOf(found)
    return 'code' in download
      ? problem(download.code, identifierOf(found))
      : { at, target: null, problems: [], inputs: [], download }
  }
  if (identifierOf(found) === '') return problem('nothing-to-run', '')
  const unsafe = unsafeWord(found)
  if (unsafe !== undefined) return problem('registry-unsafe', unsafe)
  if (transport !== '' && transport !== 'stdio') return problem('transport-unknown', transport)
  const target = reader.packageLaunch(found)
  if (!target) return problem('registry-type', type)
  return { at, target, problems: [], inputs: reader.inputs }
}

/** Where a bundle lies, and the digest without which nothing tells it from another. */
function downloadOf(found: RegistryPackage): BundleDownload | { code: ImportIssueCode } {
  const address = parseAddress(identifierOf(found))
  // Plain http to this computer: nobody is on the way.
  const isPlainHere = address?.href.startsWith('http:') && isThisMachine(address.hostname)
  if (!address || !(isPlainHere || address.href.startsWith('https:')))
    return { code: 'registry-bundle-address' }
  const sha256 = found.fileSha256.toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(sha256)) return { code: 'registry-bundle-digest' }
  return { url: address.href, sha256 }
}

/** A word that its runner would read as an option or as several, or an index that anyone on the way could replace. */
function unsafeWord(found: RegistryPackage): string | undefined {
  const base = found.registryBaseUrl
  const isPlain = /^http:\/\/(?!localhost[:/]|127\.)/i.test(base)
  if (isPlain) return base
  return [identifierOf(found), found.version].find((word) => /^-|\s/.test(word))
}

function remoteServer(remote: RegistryTransport, { at, taken }: Place): Way {
  const reader = new RegistryLaunchReader(taken)
  const target = reader.remoteLaunch(remote)
  const kind = remote.type || remote.transportType
  const problems = target ? [] : [issue('transport-unknown', at, kind)]
  return { at, target, problems, inputs: reader.inputs }
}

function issue(code: ImportIssueCode, at: string, detail: string): ImportIssue {
  return { code, at, line: null, detail: detail.slice(0, 500) }
}

/** The last part of `io.github.someone/server`; its title is no name that a person types. */
function nameOf({ name }: RegistryServer): string {
  const last = name.split('/').at(-1) ?? name
  const short = last
    .replace(/^(?:mcp-server-|server-|mcp-)/, '')
    .replace(/(?:-mcp-server|-mcp|-server)$/, '')
  return (short || last).slice(0, 256)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
