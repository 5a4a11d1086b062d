import type { Node } from 'jsonc-parser'
import type { ConfigTree } from './config-tree.ts'
import type { IssueList } from './issue-list.ts'
import { jsonPathOf, memberOf, membersOf } from './json-text.ts'
import { suggestServerName } from './suggest-server-name.ts'
import type { ServerEntry } from './read-server.ts'
import type { ImportContext } from './template.ts'

/** Maximum number of servers that a person would read; the rest is counted in a problem. */
const MAX_SERVERS = 200
/** No system has a longer path; a name may be as long as its file. */
const MAX_FOLDER = 4096
const MAX_NAME = 256

/** The names under which products keep their servers, from the top of the file down. */
const SECTIONS: readonly (readonly string[])[] = [
  ['mcpServers'],
  ['servers'],
  ['mcp', 'servers'],
  ['mcp', 'mcpServers'],
  ['mcp.servers'],
  ['amp.mcpServers'],
  ['context_servers'],
  ['mcp_servers'],
]
/** Sections that products keep other things in as well: only what is a server there counts. */
const SHARED_SECTIONS: readonly (readonly string[])[] = [['mcp'], ['extensions']]
/** Extensions of goose that are part of goose. */
const BUILT_IN = new Set(['builtin', 'platform', 'frontend', 'inline_python'])

type FoundServer = Omit<ServerEntry, 'source'>

interface Section {
  node: Node
  at: string
  place: ImportContext
  /** Only entries that are servers by their fields. */
  isShared: boolean
}

/** The entries of servers in a tree: under a known name, in each project of Claude Code, or at the top. */
export function findServers(
  tree: ConfigTree,
  place: ImportContext,
  problems: IssueList,
): FoundServer[] {
  const { root } = tree
  const found: FoundServer[] = []
  for (const section of sectionsOf(tree, place, problems)) {
    const { node, at, isShared } = section
    const isList = node.type === 'array' && (node.children ?? []).some(hasName)
    if (node.type !== 'object' && !isList && !isShared)
      problems.add({ code: 'wrong-type', at, detail: 'object', line: tree.lineOf(node) })
    for (const entry of isList ? listed(section) : keyed(section))
      if (!isShared || isServer(entry.value)) found.push(entry)
  }
  if (isServer(root)) found.push({ key: nameOf(root), value: root, at: '', repeated: false, place })
  if (root?.type === 'array') found.push(...listed({ node: root, at: '', place, isShared: false }))
  const left = found.length - MAX_SERVERS
  if (left > 0) problems.add({ code: 'too-many-servers', at: '', detail: String(left), line: null })
  return found.slice(0, MAX_SERVERS)
}

function sectionsOf(tree: ConfigTree, place: ImportContext, problems: IssueList): Section[] {
  const { root } = tree
  const sections: Section[] = []
  const add = (path: readonly string[], isShared: boolean): void => {
    const node = path.reduce<Node | undefined>(
      (parent, key) => memberOf(parent, key),
      root ?? undefined,
    )
    if (node) sections.push({ node, at: path.reduce(joinPath, ''), place, isShared })
  }
  for (const path of SECTIONS) add(path, false)
  for (const path of SHARED_SECTIONS) add(path, true)
  for (const { key, value, repeated } of membersOf(memberOf(root, 'projects'))) {
    const node = repeated ? undefined : memberOf(value, 'mcpServers')
    if (!node) continue
    const at = jsonPathOf('projects', key)
    if (key.length > MAX_FOLDER)
      problems.add({ code: 'too-long', at, detail: '', line: tree.lineOf(node) })
    else
      sections.push({
        node,
        at: `${at}.mcpServers`,
        place: { ...place, folder: key },
        isShared: false,
      })
  }
  const members = membersOf(root)
  const isBare = members.length > 0 && members.every(({ value }) => isServer(value))
  if (sections.length === 0 && isBare && root)
    sections.push({ node: root, at: '', place, isShared: false })
  return sections
}

/** Keys with dots of their own stand as they are written. */
function joinPath(parent: string, key: string): string {
  return parent === '' ? key : `${parent}.${key}`
}

function keyed({ node, at, place }: Section): FoundServer[] {
  return membersOf(node).map(({ key, value, repeated }) => ({
    key: key.slice(0, MAX_NAME),
    value,
    at: jsonPathOf(at, key),
    repeated,
    place,
  }))
}

/** Entries of a list carry their name in themselves. */
function listed({ node, at, place }: Section): FoundServer[] {
  return (node.children ?? []).map((value, index) => ({
    key: nameOf(value),
    value,
    at: `${at}[${index}]`,
    repeated: false,
    place,
  }))
}

function hasName(node: Node): boolean {
  return memberOf(node, 'name')?.type === 'string'
}

/** Its name, or one made of what it runs. */
function nameOf(node: Node): string {
  const name = memberOf(node, 'name')
  const own = name?.type === 'string' ? String(name.value).slice(0, MAX_NAME) : ''
  return own || suggestServerName(wordsOf(node))
}

function wordsOf(node: Node): string[] {
  const texts = (value: Node | undefined): string[] => {
    if (value?.type === 'array') return (value.children ?? []).flatMap(texts)
    return value?.type === 'string' ? [String(value.value)] : []
  }
  return ['command', 'cmd', 'url', 'serverUrl', 'args'].flatMap((name) =>
    texts(memberOf(node, name)),
  )
}

function isServer(node: Node | null): node is Node {
  if (BUILT_IN.has(String(memberOf(node, 'type')?.value))) return false
  const isGiven = (name: string): boolean => {
    const type = memberOf(node, name)?.type
    return type === 'string' || (name === 'command' && (type === 'array' || type === 'object'))
  }
  return ['command', 'cmd', 'url', 'serverUrl', 'httpUrl', 'baseUrl', 'uri'].some(isGiven)
}
