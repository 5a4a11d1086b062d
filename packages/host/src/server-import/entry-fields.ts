import type { Node } from 'jsonc-parser'
import { jsonPathOf, membersOf } from './json-text.ts'

/** The fields that a launch is made of. Each product has names of its own for them. */
const NAMES = {
  command: ['command', 'cmd'],
  args: ['args'],
  env: ['env', 'environment', 'envs'],
  cwd: ['cwd'],
  url: ['url', 'serverUrl', 'httpUrl', 'baseUrl', 'uri'],
  headers: ['headers', 'http_headers'],
  type: ['type', 'transport'],
  // Names of variables of the person's own environment, not values.
  envNames: ['env_vars', 'env_keys'],
  headerEnv: ['env_http_headers'],
  bearerEnv: ['bearer_token_env_var'],
} as const
export type EntryFieldName = keyof typeof NAMES

/** Objects in an entry whose members stand for fields of the entry, by product. */
const NESTED = ['transport', 'command', 'requestOptions']

export interface EntryField {
  /** Its place in the entry, as the file writes it: `serverUrl`, `transport.url`. */
  at: string
  node: Node
}

/** The fields of one entry under the names that every product's own stand for. */
export class EntryFields {
  readonly #members: ReadonlyMap<string, EntryField>
  readonly #used = new Set<string>()

  constructor(entry: Node) {
    const members = new Map<string, EntryField>()
    for (const { key, value } of membersOf(entry)) {
      const isNested = NESTED.includes(key) && value.type === 'object'
      if (!isNested) members.set(key, { at: jsonPathOf('', key), node: value })
    }
    for (const { key, value } of membersOf(entry)) {
      if (!NESTED.includes(key) || value.type !== 'object') continue
      this.#used.add(key)
      for (const inner of membersOf(value)) {
        const at = jsonPathOf(jsonPathOf('', key), inner.key)
        const name = key === 'command' && inner.key === 'path' ? 'command' : inner.key
        if (!members.has(name)) members.set(name, { at, node: inner.value })
      }
    }
    this.#members = members
  }

  /** The first that the entry has of the names for a field; null counts as absent. */
  get(name: EntryFieldName): EntryField | undefined {
    for (const spelling of NAMES[name]) {
      const field = this.#members.get(spelling)
      if (field && field.node.type !== 'null') return field
    }
    return undefined
  }

  /** Marks a field as taken over, so that it is not reported as left behind. */
  use(name: EntryFieldName): EntryField | undefined {
    const field = this.get(name)
    const key = NAMES[name].find((spelling) => this.#members.get(spelling) === field)
    if (field && key !== undefined) this.#used.add(key)
    return field
  }

  /** A field under the one name that it has everywhere. */
  own(key: string): Node | undefined {
    return this.#members.get(key)?.node
  }

  /** Fields that nothing was made of, in their order. */
  unused(): { key: string; field: EntryField; name: EntryFieldName | undefined }[] {
    return [...this.#members]
      .filter(([key, { node }]) => !this.#used.has(key) && !isEmptyHint(key, node))
      .map(([key, field]) => ({ key, field, name: nameOf(key) }))
  }
}

function nameOf(key: string): EntryFieldName | undefined {
  const names = Object.entries(NAMES) as [EntryFieldName, readonly string[]][]
  return names.find(([, spellings]) => spellings.includes(key))?.[0]
}

/** Absent in other words. */
function isEmptyHint(key: string, node: Node): boolean {
  return nameOf(key) !== undefined && node.type === 'null'
}
