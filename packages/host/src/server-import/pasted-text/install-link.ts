import { INSTALL_LINK_CHARACTERS, parseJson } from '@gatehouse/domain'
import { suggestServerName } from '../suggest-server-name.ts'
import type { EntryReading } from './entry-servers.ts'

/** Characters of a link that is read. */
const MAX_LINK = 65_536

const SCHEMES =
  'vscode|vscode-insiders|vscodium|cursor|lmstudio|goose|cherrystudio|kiro|raycast|deepchat|gatehouse'
const PAGES =
  '(?:insiders\\.)?vscode\\.dev/redirect|(?:www\\.)?cursor\\.com/(?:[a-z-]+/)?(?:install-mcp|link/mcp)|(?:www\\.)?lmstudio\\.ai/install-mcp|kiro\\.dev/launch/mcp'
const LINK = `(?:(?:${SCHEMES}):|https://(?:${PAGES}))[^\\s"'<>)\\]]+`

/** Install links of the products that have some, as schemes and as web pages. */
export const INSTALL_LINK = new RegExp(LINK, 'gi')
const WHOLE_LINK = new RegExp(`^${LINK}$`, 'i')

const BY_NAME = '/by-name/'

/** Names under which links carry a configuration. */
const CONFIG_PARAMETERS = ['config', 'servers', 'code']

export function isInstallLink(text: string): boolean {
  return WHOLE_LINK.test(text)
}

/** Reads an install link without opening it. */
export function readInstallLink(link: string): EntryReading {
  const isOwn = /^gatehouse:/i.test(link)
  if (link.length > (isOwn ? INSTALL_LINK_CHARACTERS : MAX_LINK)) return problem('too-long', '')
  const mark = link.indexOf('?')
  const [path, query] = mark < 0 ? [link, ''] : [link.slice(0, mark), link.slice(mark + 1)]
  const byName = path.indexOf(BY_NAME)
  if (byName >= 0) return problem('registry-name', decode(path.slice(byName + BY_NAME.length)))
  const parameters = parametersOf(query)
  const redirect = parameters.get('url')?.[0]
  if (redirect !== undefined && isInstallLink(redirect)) return readInstallLink(redirect)
  if (/^goose:/i.test(link)) return readGooseLink(parameters)
  const [carried] = CONFIG_PARAMETERS.flatMap((name) => parameters.get(name) ?? [])
  // VS Code and Raycast put the configuration where others have parameters.
  const config = readCarried(carried ?? query)
  if (config === undefined) return problem('link-unreadable', '')
  const inputs = readCarried(parameters.get('inputs')?.[0] ?? '')
  return withName(config, parameters.get('name')?.[0], inputs)
}

function withName(config: unknown, name: string | undefined, inputs: unknown): EntryReading {
  if (!isRecord(config)) return Array.isArray(config) ? { config } : problem('link-unreadable', '')
  if ('mcpServers' in config || 'servers' in config) return { config }
  const isEntry = ['command', 'cmd', 'url', 'serverUrl', 'httpUrl', 'baseUrl', 'type'].some(
    (key) => key in config,
  )
  if (!isEntry) return { config }
  const { inputs: ownInputs, gallery: _gallery, ...entry } = config
  const own = typeof config['name'] === 'string' ? config['name'] : undefined
  const key = name ?? own ?? suggestServerName(wordsOf(config))
  return { config: { servers: { [key]: entry }, inputs: inputs ?? ownInputs ?? [] } }
}

/** goose writes a command and its variables as parameters of their own. */
function readGooseLink(parameters: ReadonlyMap<string, string[]>): EntryReading {
  const first = (name: string): string | undefined => parameters.get(name)?.[0]
  const pairs = (name: string): Record<string, string> =>
    Object.fromEntries(
      (parameters.get(name) ?? []).map((pair) => {
        const at = pair.indexOf('=')
        return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
      }),
    )
  const [url, cmd] = [first('url'), first('cmd')]
  if (url === undefined && cmd === undefined) return problem('link-unreadable', '')
  const args = parameters.get('arg') ?? []
  const name = first('name') ?? first('id') ?? suggestServerName([url ?? cmd ?? '', ...args])
  if (url !== undefined)
    return {
      entries: [
        { name, entry: { url, type: first('transport') ?? 'sse', headers: pairs('header') } },
      ],
    }
  // The text after a variable says what it is for; its value is asked for.
  const env = Object.fromEntries(Object.keys(pairs('env')).map((key) => [key, `<${key}>`]))
  return { entries: [{ name, entry: { command: cmd, args, env } }] }
}

function parametersOf(query: string): ReadonlyMap<string, string[]> {
  const parameters = new Map<string, string[]>()
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=')
    if (at < 0) continue
    const name = decode(pair.slice(0, at))
    parameters.set(name, [...(parameters.get(name) ?? []), decode(pair.slice(at + 1))])
  }
  return parameters
}

/** JSON as it is, percent-encoded, or in base64. Undefined for anything else. */
function readCarried(text: string): unknown {
  for (const attempt of [text, decode(text), fromBase64(decode(text)) ?? '']) {
    if (!/^\s*[[{]/.test(attempt)) continue
    const parsed = parseJson(attempt)
    if (parsed.ok) return parsed.value
  }
  return undefined
}

function fromBase64(text: string): string | undefined {
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/').replaceAll(' ', '+'))
    const codes = Uint8Array.from(bytes, (char) => char.codePointAt(0) ?? 0)
    return new TextDecoder('utf-8', { fatal: true }).decode(codes)
  } catch {
    return undefined
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function wordsOf(config: Record<string, unknown>): string[] {
  const words = [config['command'], config['cmd'], config['url'], config['args']].flat()
  return words.filter((word): word is string => typeof word === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function problem(
  code: 'too-long' | 'registry-name' | 'link-unreadable',
  detail: string,
): EntryReading {
  return { problem: { code, detail } }
}
