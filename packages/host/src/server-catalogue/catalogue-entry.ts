import { omitAllNulls, parseJson } from '@gatehouse/domain'
import {
  parseAddress,
  REGISTRY_META,
  registryServerSchema,
  registryStatusSchema,
  type CatalogueEntry,
  type RegistryEntry,
  type RegistryServer,
  type RegistryWord,
} from '@gatehouse/domain/launch'

/** Names of the registry (server.schema.json): letters that look like these are none of them. */
const NAME = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/

/** Reads an entry of a registry's answer for a list. Undefined for what is none. `proves`: the registry checks namespaces. */
export function readCatalogueEntry(text: string, proves: boolean): CatalogueEntry | undefined {
  const json = parseJson(text)
  const value = json.ok ? omitAllNulls(json.value) : undefined
  if (!isRecord(value)) return undefined
  const parsed = registryServerSchema.safeParse(value['server'])
  if (!parsed.success) return undefined
  const { name, title, description, version, packages, remotes } = parsed.data
  const meta = isRecord(value['_meta']) ? value['_meta'][REGISTRY_META] : undefined
  const official = registryStatusSchema.safeParse(meta ?? {}).data
  const published = Date.parse(official?.publishedAt ?? '')
  const types = packages.map((one) => (one.registryType || one.registryName).toLowerCase())
  return {
    name: name.slice(0, 200),
    isNameAllowed: NAME.test(name),
    title: title.slice(0, 200),
    description: description.slice(0, 500),
    version: version.slice(0, 100),
    ways: [...new Set([...types, ...remotes.map(() => 'url')])].filter((way) => way !== ''),
    bundleHost: bundleHostOf(parsed.data),
    status: statusOf(official?.status ?? ''),
    publishedAt: Number.isNaN(published) ? null : published,
    proof: proves && meta !== undefined && NAME.test(name) ? proofOf(name) : null,
    text,
  }
}

/** Host of a bundle that is the only way to run a server. */
function bundleHostOf({ packages, remotes }: RegistryServer): string | null {
  const [only, ...more] = packages
  const isOnly = only?.registryType.toLowerCase() === 'mcpb' && more.length + remotes.length === 0
  return isOnly ? (parseAddress(only.identifier)?.host ?? null) : null
}

/** True if each word stands in the name, title or description. */
export function isFound(entry: CatalogueEntry | undefined, words: string): boolean {
  if (!entry) return false
  const text = `${entry.name} ${entry.title} ${entry.description}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The registry's word on one version, in the text of its entry. Undefined for another one. */
export function readRegistryWord(
  text: string,
  { name, version }: RegistryEntry,
): Pick<RegistryWord, 'status' | 'message'> | undefined {
  const json = parseJson(text)
  const value = json.ok ? omitAllNulls(json.value) : undefined
  if (!isRecord(value)) return undefined
  const parsed = registryServerSchema.safeParse(value['server'])
  const isSame = parsed.success && parsed.data.name === name && parsed.data.version === version
  const meta = isRecord(value['_meta']) ? value['_meta'][REGISTRY_META] : undefined
  const official = registryStatusSchema.safeParse(meta)
  if (!isSame || !official.success) return undefined
  const { status, statusMessage } = official.data
  return { status: statusOf(status), message: statusMessage.slice(0, 500) }
}

function statusOf(status: string): CatalogueEntry['status'] {
  return status === 'deprecated' || status === 'deleted' ? status : 'active'
}

/**
 * Whom the registry let publish under a namespace (registry docs, authentication): `io.github.NAME` by signing in to
 * that account, any other by a proof over DNS or HTTP of the domain written backwards.
 */
function proofOf(name: string): CatalogueEntry['proof'] {
  const [space = ''] = name.split('/')
  const labels = space.split('.')
  if (labels.length < 2 || !name.includes('/')) return null
  const account = /^io\.github\.(.+)$/i.exec(space)?.[1]
  if (account !== undefined) return { kind: 'account', of: `github.com/${account}` }
  return { kind: 'domain', of: labels.toReversed().join('.') }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
