import { CONFIGURATION_BUDGET } from '@gatehouse/domain'
import type { ImportIssue } from '@gatehouse/domain/launch'
import type { Node } from 'jsonc-parser'

/** A parsed configuration, whatever its syntax, as nodes. */
export interface ConfigTree {
  root: Node | null
  /** Line of a node, the first is 1. Null where the syntax's parser keeps no positions. */
  lineOf(node: Node): number | null
  /** A node as it is written. */
  textOf(node: Node): string
}

/** The tree of a plain value, as TOML, YAML, a command line or a link yields it; or the limit that it breaks. */
export function valueTree(value: unknown): ConfigTree | ImportIssue {
  const builder = new NodeBuilder()
  const root = builder.node(value, 0)
  if (builder.breach) return builder.breach
  return { root, lineOf: () => null, textOf: (node) => String(node.value) }
}

/** Counts nodes while it makes them: a YAML alias may stand for a whole tree any number of times. */
class NodeBuilder {
  breach: ImportIssue | null = null
  #nodes = 0

  node(value: unknown, depth: number): Node {
    this.#nodes += 1
    const { nodes, depth: deepest } = CONFIGURATION_BUDGET
    if (this.#nodes > nodes) this.breach ??= breach('too-many-values', nodes)
    if (depth > deepest) this.breach ??= breach('too-deep', deepest)
    const at = { offset: 0, length: 0 }
    if (this.breach || value === null || value === undefined)
      return { ...at, type: 'null', value: null }
    if (Array.isArray(value))
      return { ...at, type: 'array', children: value.map((item) => this.node(item, depth + 1)) }
    if (isRecord(value))
      return {
        ...at,
        type: 'object',
        children: Object.entries(value).map(([key, item]) => this.#property(key, item, depth + 1)),
      }
    if (typeof value === 'number' || typeof value === 'boolean')
      return { ...at, type: typeof value === 'number' ? 'number' : 'boolean', value }
    return { ...at, type: 'string', value: textOf(value) }
  }

  #property(key: string, value: unknown, depth: number): Node {
    const at = { offset: 0, length: 0 }
    const name: Node = { ...at, type: 'string', value: key }
    return { ...at, type: 'property', children: [name, this.node(value, depth)] }
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
}

function breach(code: 'too-many-values' | 'too-deep', limit: number): ImportIssue {
  return { code, at: '', line: null, detail: String(limit) }
}

/** A date of TOML is text as it was written. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value instanceof Date ? value.toISOString() : (JSON.stringify(value) ?? '')
}
