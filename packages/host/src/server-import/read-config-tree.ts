import type {
  ImportedBundle,
  ImportFormat,
  ImportIssue,
  ImportSource,
} from '@gatehouse/domain/launch'
import { getNodeValue, type Node } from 'jsonc-parser'
import type { BundleSignature } from '../ports/index.ts'
import type { ConfigTree } from './config-tree.ts'
import { IssueList } from './issue-list.ts'
import { memberOf } from './json-text.ts'
import type { ParsedInput } from './parsed-input.ts'
import { readRegistryServers } from './registry/read-registry-server.ts'
import { readServer, type ParsedServer } from './read-server.ts'
import { findServers } from './find-servers.ts'
import { readSyntax } from './read-syntax.ts'
import type { ImportContext } from './template.ts'
import { IMPORT_LIMITS } from './template-size.ts'

const MAX_INPUTS = 200

export interface ParsedConfig {
  source: ImportSource
  /** Of pasted text, where all of it is of one. */
  format?: ImportFormat
  servers: ParsedServer[]
  inputs: ParsedInput[]
  /** About the file as a whole. */
  problems: ImportIssue[]
  /** Of a bundle; `folder` is where it lies unpacked. */
  bundle?: {
    folder: string
    facts: ImportedBundle
    /** Of the certificate of its signer. */
    validity: BundleSignature['validity']
  }
}

export interface ConfigText {
  text: string
  source: ImportSource
  place: ImportContext
}

/** Reads one configuration in JSON, TOML or YAML. */
export function readConfigText({ text, source, place }: ConfigText): ParsedConfig {
  const tree = readSyntax(text)
  if ('code' in tree) return { source, servers: [], inputs: [], problems: [tree] }
  return readConfigTree(tree, { source, place })
}

/** Reads the servers of a tree, in whichever product's dialect, or as an entry of a registry. */
export function readConfigTree(
  tree: ConfigTree,
  { source, place }: Pick<ConfigText, 'source' | 'place'>,
): ParsedConfig {
  const isAnyones = source === 'text' || source === 'file'
  const registry = isAnyones && tree.root && readRegistryServers(getNodeValue(tree.root))
  if (registry) return { ...registry, source }
  const problems = new IssueList()
  const dialect = guessSource(tree.root, source)
  const servers = findServers(tree, place, problems).map((entry) =>
    readServer({ ...entry, source: dialect }, tree),
  )
  if (servers.length === 0 && problems.list().length === 0)
    problems.add({ code: 'no-servers', at: '', line: null, detail: '' })
  const inputs = [...readInputs(tree, problems), ...servers.flatMap((server) => server.inputs)]
  return { source, servers, inputs, problems: problems.list() }
}

/** `servers` and `inputs` are VS Code's words; what a picked or pasted text writes there means what it means there. */
function guessSource(root: Node | null, source: ImportSource): ImportSource {
  if (source !== 'file') return source
  const isEditors = memberOf(root, 'servers') || memberOf(root, 'inputs')
  return isEditors ? 'vscode' : source
}

/** The inputs that VS Code asks for when a server is started. */
function readInputs(tree: ConfigTree, problems: IssueList): ParsedInput[] {
  const { root } = tree
  const list = memberOf(root, 'inputs') ?? memberOf(memberOf(root, 'mcp'), 'inputs')
  if (!list) return []
  if (list.type !== 'array') {
    problems.add({ code: 'wrong-type', at: 'inputs', detail: 'array', line: tree.lineOf(list) })
    return []
  }
  return (list.children ?? []).slice(0, MAX_INPUTS).flatMap((node, index) => {
    const input = readInput(node)
    if (!input) return []
    if ((input.fallback ?? '').length <= IMPORT_LIMITS.text) return [input]
    const at = `inputs[${index}].default`
    problems.add({ code: 'too-long', at, detail: '', line: tree.lineOf(node) })
    return [{ ...input, fallback: null }]
  })
}

function readInput(node: Node): ParsedInput | undefined {
  const text = (name: string): string | null => {
    const member = memberOf(node, name)
    return member?.type === 'string' ? String(member.value) : null
  }
  const name = text('id')
  if (name === null) return undefined
  const options = readOptions(memberOf(node, 'options'))
  const isChoice = text('type') === 'pickString' && options.length > 0
  const isPassword = memberOf(node, 'password')?.value === true
  return {
    name,
    kind: isChoice ? 'choice' : isPassword ? 'password' : 'text',
    description: (text('description') ?? '').slice(0, 1000),
    options: isChoice ? options : [],
    fallback: text('default'),
  }
}

/** Plain texts, or VS Code's pairs of label and value. */
function readOptions(node: Node | undefined): string[] {
  if (node?.type !== 'array') return []
  const values = (node.children ?? []).slice(0, 200).flatMap((child): string[] => {
    const value = child.type === 'string' ? child : memberOf(child, 'value')
    return value?.type === 'string' ? [String(value.value)] : []
  })
  return [...new Set(values)]
}
