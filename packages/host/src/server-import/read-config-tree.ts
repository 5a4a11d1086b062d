import type {
  ImportedBundle,
  ImportFormat,
  ImportIssue,
  ImportSource,
} from '@gatehouse/domain/launch'
import { getNodeValue, type Node } from 'jsonc-parser'
import type { ConfigTree } from './config-tree.ts'
import { IssueList } from './issue-list.ts'
import { memberOf } from './json-text.ts'
import type { ParsedInput } from './parsed-input.ts'
import { readInputs } from './read-inputs.ts'
import { readRegistryServers } from './registry/read-registry-server.ts'
import { readServer, type ParsedServer } from './read-server.ts'
import { findServers } from './find-servers.ts'
import { readSyntax } from './read-syntax.ts'
import type { ImportContext } from './template.ts'

export interface ParsedConfig {
  source: ImportSource
  /** Of pasted text, where all of it is of one. */
  format?: ImportFormat
  servers: ParsedServer[]
  inputs: ParsedInput[]
  /** About the file as a whole. */
  problems: ImportIssue[]
  /** Of a bundle; `folder` is where it lies unpacked. */
  bundle?: { folder: string; facts: ImportedBundle }
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
