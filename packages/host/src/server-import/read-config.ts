import type { ImportIssue, ImportSource } from '@gatehouse/domain/launch'
import type { Node } from 'jsonc-parser'
import { IssueList } from './issue-list.ts'
import { memberOf, membersOf, jsonPathOf, readJsonText, type JsonText } from './json-text.ts'
import { IMPORT_LIMITS } from './template-size.ts'
import { readServer, type ParsedServer } from './read-server.ts'
import type { ImportContext } from './template.ts'

/** More than a person would read; the others are counted in a problem. */
const MAX_SERVERS = 200
/** No system has a longer path; a name may be as long as its file. */
const MAX_FOLDER = 4096
const MAX_NAME = 256

/** An input that VS Code asks for when a server is started. */
export interface ParsedInput {
  name: string
  kind: 'text' | 'password' | 'choice'
  description: string
  options: string[]
  fallback: string | null
}

export interface ParsedConfig {
  source: ImportSource
  servers: ParsedServer[]
  inputs: ParsedInput[]
  /** About the file as a whole. */
  problems: ImportIssue[]
}

export interface ConfigText {
  text: string
  source: ImportSource
  place: ImportContext
}

interface ServerMap {
  node: Node
  at: string
  place: ImportContext
}

/** Reads a configuration of another host. Never throws: what cannot be read is a problem in words. */
export function readConfig({ text, source, place }: ConfigText): ParsedConfig {
  // A byte order mark is not JSON.
  const json = readJsonText(text.replace(/^\uFEFF/, ''))
  if ('code' in json) return { source, servers: [], inputs: [], problems: [json] }
  const { root } = json
  const dialect = source === 'file' || source === 'text' ? guessSource(root, source) : source
  const problems = new IssueList()
  const maps = serverMaps(root, place, (at, node) =>
    problems.add(issue('too-long', { at, detail: '' }, json.lineOf(node))),
  )
  const servers: ParsedServer[] = []
  let left = 0
  for (const map of maps) {
    if (map.node.type !== 'object')
      problems.add(issue('wrong-type', { at: map.at, detail: 'object' }, json.lineOf(map.node)))
    for (const { key, value, repeated } of membersOf(map.node)) {
      const at = map.at === '' && value === root ? '' : jsonPathOf(map.at, key)
      if (servers.length === MAX_SERVERS) left += 1
      else
        servers.push(
          readServer(
            { key: key.slice(0, MAX_NAME), value, at, repeated, source: dialect, place: map.place },
            json,
          ),
        )
    }
  }
  if (isServer(root)) servers.push(readServer(loneServer(root, dialect, place), json))
  if (left > 0) problems.add(issue('too-many-servers', { at: '', detail: String(left) }, null))
  if (servers.length === 0 && problems.list().length === 0)
    problems.add(issue('no-servers', { at: '', detail: '' }, null))
  const inputs = readInputs(root, json, problems)
  return { source, servers, inputs, problems: problems.list() }
}

/** The places of servers in a file: under a known name, in each project of Claude Code, or at the top. */
function serverMaps(
  root: Node | null,
  place: ImportContext,
  refuse: (at: string, node: Node) => void,
): ServerMap[] {
  const maps: ServerMap[] = []
  const add = (node: Node | undefined, at: string, folder = place.folder): void => {
    if (node) maps.push({ node, at, place: { ...place, folder } })
  }
  add(memberOf(root, 'mcpServers'), 'mcpServers')
  add(memberOf(root, 'servers'), 'servers')
  add(memberOf(memberOf(root, 'mcp'), 'servers'), 'mcp.servers')
  for (const { key, value, repeated } of membersOf(memberOf(root, 'projects')))
    if (!repeated) {
      const at = jsonPathOf('projects', key)
      const servers = memberOf(value, 'mcpServers')
      if (servers && key.length > MAX_FOLDER) refuse(at, servers)
      else add(servers, `${at}.mcpServers`, key)
    }
  const members = membersOf(root)
  if (maps.length === 0 && members.length > 0 && members.every(({ value }) => isServer(value)))
    add(root ?? undefined, '')
  return maps
}

/** `{ "command": … }` alone, as it is pasted from a page. */
function loneServer(
  root: Node,
  source: ImportSource,
  place: ImportContext,
): Parameters<typeof readServer>[0] {
  const name = memberOf(root, 'name')
  const key = name?.type === 'string' ? String(name.value).slice(0, MAX_NAME) : ''
  return { key, value: root, at: '', repeated: false, source, place }
}

function isServer(node: Node | null): node is Node {
  const isText = (name: string): boolean => memberOf(node, name)?.type === 'string'
  return isText('command') || isText('url') || isText('serverUrl') || isText('httpUrl')
}

/** `servers` and `inputs` are VS Code's words. */
function guessSource(root: Node | null, source: ImportSource): ImportSource {
  const isEditors = memberOf(root, 'servers') || memberOf(root, 'inputs') || memberOf(root, 'mcp')
  return isEditors ? 'vscode' : source
}

function readInputs(root: Node | null, json: JsonText, problems: IssueList): ParsedInput[] {
  const list = memberOf(root, 'inputs') ?? memberOf(memberOf(root, 'mcp'), 'inputs')
  if (!list) return []
  if (list.type !== 'array') {
    problems.add(issue('wrong-type', { at: 'inputs', detail: 'array' }, json.lineOf(list)))
    return []
  }
  return (list.children ?? []).slice(0, MAX_SERVERS).flatMap((node, index): ParsedInput[] => {
    const text = (name: string): string | null => {
      const member = memberOf(node, name)
      return member?.type === 'string' ? String(member.value) : null
    }
    const name = text('id')
    if (name === null) return []
    const fallback = text('default')
    const isLong = fallback !== null && fallback.length > IMPORT_LIMITS.text
    if (isLong)
      problems.add(
        issue('too-long', { at: `inputs[${index}].default`, detail: '' }, json.lineOf(node)),
      )
    const options = readOptions(memberOf(node, 'options'))
    const isChoice = text('type') === 'pickString' && options.length > 0
    const isPassword = memberOf(node, 'password')?.value === true
    return [
      {
        name,
        kind: isChoice ? 'choice' : isPassword ? 'password' : 'text',
        description: (text('description') ?? '').slice(0, 1000),
        options: isChoice ? options : [],
        fallback: isLong ? null : fallback,
      },
    ]
  })
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

function issue(
  code: ImportIssue['code'],
  { at, detail }: Pick<ImportIssue, 'at' | 'detail'>,
  line: number | null,
): ImportIssue {
  return { code, at, line, detail }
}
