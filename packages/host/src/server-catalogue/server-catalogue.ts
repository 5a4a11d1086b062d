import { NEVER_ABORTED } from '@gatehouse/base'
import { GatehouseError, isGatehouseError, omitAllNulls, parseJson } from '@gatehouse/domain'
import type {
  CatalogueEntry,
  CatalogueResult,
  RegistryEntry,
  RegistryWord,
} from '@gatehouse/domain/launch'
import type { HostDependencies } from '../dependencies.ts'
import { effectiveNetwork } from '../secrets/proxy-secrets.ts'
import { readCatalogueEntry, readRegistryWord, isFound } from './catalogue-entry.ts'

type Dependencies = Pick<HostDependencies, 'catalogue' | 'clock' | 'digest' | 'stores' | 'vault'>

const RESULTS = 30
const LIMITS = { maxBytes: 4_000_000, timeoutMs: 20_000, mayReach: () => true }
/** Entries of the copy; the oldest go first. */
const MAX_COPIED = 1000
const MAX_ENTRY = 100_000

interface Copied {
  at: number
  text: string
  /** One version that was asked for: no answer of a search. */
  isVersion?: true
}

/**
 * Searches the MCP Registry, or another one with its API (v0.1). Only what the person types goes there, and only at a
 * press. What it answered is kept, and searched when it cannot be reached.
 */
export class ServerCatalogue {
  readonly #deps: Dependencies
  #saving: Promise<void> = Promise.resolve()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Host of the registry, for the words beside the button. */
  get host(): string {
    return new URL(this.#deps.catalogue.url).host
  }

  /** Rejects with `catalogue/unreachable` and `catalogue/refused` when nothing of the copy fits either. */
  async search(query: string): Promise<CatalogueResult> {
    const words = query.trim()
    const copied = await this.#readCopy()
    const result = (found: CatalogueEntry[], copiedAt: number | null): CatalogueResult => ({
      registry: this.host,
      entries: found.slice(0, RESULTS),
      copiedAt,
    })
    try {
      const texts = await this.#ask(words)
      const entries = texts.flatMap((text) => this.#read(text) ?? [])
      await this.#keep(copied, texts)
      return result(entries, null)
    } catch (error) {
      const found = copied.filter(
        ({ text, isVersion }) => isVersion !== true && isFound(this.#read(text), words),
      )
      if (found.length === 0) throw error
      const shown = found.slice(0, RESULTS)
      const entries = shown.flatMap(({ text }) => this.#read(text) ?? [])
      return result(entries, Math.min(...shown.map(({ at }) => at)))
    }
  }

  /** The registry's word on an entry, as it was last. Asks nobody. */
  async lastWord(entry: RegistryEntry): Promise<RegistryWord> {
    for (const { at, text } of (await this.#readCopy()).toSorted((one, two) => two.at - one.at)) {
      const word = readRegistryWord(text, entry)
      if (word) return { ...entry, registry: this.host, ...word, at }
    }
    return { ...entry, registry: this.host, status: 'unknown', message: '', at: null }
  }

  /**
   * Asks the registry about an entry, with its name and version. Rejects with `catalogue/unreachable` and
   * `catalogue/refused`.
   */
  async askAbout(entry: RegistryEntry): Promise<RegistryWord> {
    const path = [entry.name, 'versions', entry.version].map(encodeURIComponent).join('/')
    const { status, body } = await this.#get(`servers/${path}?include_deleted=true`)
    const text = body === undefined ? '' : JSON.stringify(body)
    const word = status === 200 ? readRegistryWord(text, entry) : undefined
    if (!word && status !== 404) throw refused(this.host, status)
    if (word) await this.#keep(await this.#readCopy(), [text], { isVersion: true })
    const at = this.#deps.clock.now()
    const none = { status: 'unknown', message: '' } as const
    return { ...entry, registry: this.host, ...(word ?? none), at }
  }

  #read(text: string): CatalogueEntry | undefined {
    return readCatalogueEntry(text, this.#deps.catalogue.provesNamespaces)
  }

  /** The entries that the registry answers with, each as JSON. */
  async #ask(words: string): Promise<string[]> {
    const search = `search=${encodeURIComponent(words)}&version=latest&limit=${RESULTS}`
    const { status, body } = await this.#get(`servers?${search}`)
    const servers = isRecord(body) ? body['servers'] : undefined
    if (status !== 200 || !Array.isArray(servers)) throw refused(this.host, status)
    return servers
      .map((entry) => JSON.stringify(entry) ?? '')
      .filter((text) => text !== '' && text.length <= MAX_ENTRY)
      .slice(0, RESULTS)
  }

  /** `body`: undefined for what is no JSON. Rejects with `catalogue/unreachable`. */
  async #get(path: string): Promise<{ status: number; body: unknown }> {
    const url = `${withSlash(this.#deps.catalogue.url)}v0.1/${path}`
    const network = await effectiveNetwork(undefined, this.#deps)
    const request = {
      url,
      method: 'GET',
      headers: { accept: 'application/json' },
    } as const
    const response = await this.#deps.catalogue.http
      .send(request, { ...LIMITS, network }, NEVER_ABORTED)
      .catch((error: unknown) => {
        throw unreachable(this.host, error)
      })
    const parsed = parseJson(response.body)
    const body = parsed.ok ? omitAllNulls(parsed.value) : undefined
    return { status: response.status, body }
  }

  async #readCopy(): Promise<Copied[]> {
    await this.#saving
    const text = await this.#deps.catalogue.readCopy().catch(() => null)
    const parsed = text === null ? undefined : parseJson(text)
    const list: unknown = parsed?.ok ? parsed.value : undefined
    return Array.isArray(list) ? list.filter(isCopied) : []
  }

  /** Never rejects: without a copy only the search without the network is lost. */
  #keep(
    before: readonly Copied[],
    texts: readonly string[],
    kind: Pick<Copied, 'isVersion'> = {},
  ): Promise<void> {
    const at = this.#deps.clock.now()
    const keyOf = ({ text, isVersion }: Pick<Copied, 'text' | 'isVersion'>): string => {
      const entry = this.#read(text)
      return JSON.stringify([entry?.name, isVersion === true ? entry?.version : null])
    }
    const added = texts.map((text) => ({ at, text, ...kind }))
    const keys = new Set(added.map(keyOf))
    const rest = before.filter((one) => !keys.has(keyOf(one)))
    const all = [...added, ...rest].slice(0, MAX_COPIED)
    this.#saving = this.#deps.catalogue.writeCopy(JSON.stringify(all)).catch(() => undefined)
    return this.#saving
  }
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isCopied(value: unknown): value is Copied {
  return isRecord(value) && typeof value['at'] === 'number' && typeof value['text'] === 'string'
}

function unreachable(host: string, cause: unknown): GatehouseError {
  const why = isGatehouseError(cause) ? cause.message : String(cause)
  return new GatehouseError('catalogue/unreachable', `${host} could not be reached: ${why}`, {
    data: { host, why },
    cause,
  })
}

function refused(host: string, status: number): GatehouseError {
  return new GatehouseError(
    'catalogue/refused',
    `${host} gave no list of servers (status ${status}). Try again later.`,
    { data: { host, status } },
  )
}
