import { FILE_BYTES } from '@gatehouse/domain'
import type { ImportFormat, ImportIssue } from '@gatehouse/domain/launch'
import {
  readConfigText,
  readConfigTree,
  type ConfigText,
  type ParsedConfig,
} from '../read-config-tree.ts'
import { valueTree } from '../config-tree.ts'
import { looksStructured } from '../read-syntax.ts'
import type { ParsedServer } from '../read-server.ts'
import { isCommandLine, readCommandLine } from '../command-line/read-command-line.ts'
import { codeBlocks, commandLines, linksIn, objectsIn, type Excerpt } from './excerpts.ts'
import { isInstallLink, readInstallLink } from './install-link.ts'
import { entryServers, type EntryReading } from './entry-servers.ts'
import { suggestServerName } from '../suggest-server-name.ts'

const NPM_PAGE = /^https?:\/\/(?:www\.)?npmjs\.com\/package\/((?:@[\w.-]+\/)?[\w.-]+)\/?$/

const PYPI_PAGE = /^https?:\/\/pypi\.org\/project\/([\w.-]+)\/?$/

/** Pages about servers, at which no server answers. */
const PAGE =
  /^https?:\/\/(?:www\.)?(?:github\.com|gitlab\.com|npmjs\.com|pypi\.org|hub\.docker\.com|smithery\.ai|glama\.ai|mcp\.so)(?:[/?#]|$)/

/** A name of the MCP Registry: a namespace in reverse, and a name. */
const REGISTRY_NAME =
  /^(?:io|com|ai|dev|org|net|app|co|me|so|tech|cloud)(?:\.[a-z\d-]+)+\/[\w.-]+$/i

/** A package of npm in a scope; one without could be any word. */
const SCOPED_PACKAGE = /^@[a-z\d][\w.-]*\/[a-z\d][\w.-]*(?:@[\w.^~-]+)?$/i

type Pasted = Pick<ConfigText, 'text' | 'place'>

/** Passages of one text that are read. */
const MAX_EXCERPTS = 40
/** Reports that say only that a passage is about something else. */
const BESIDE_THE_POINT = new Set(['no-servers', 'not-recognised', 'installs-only'])

/**
 * Reads whatever a person pastes or drops: a configuration, command lines, an install link, a URL, the name of a
 * package, or a page of prose around any of them. Runs and fetches nothing. What it cannot read is one problem.
 */
export function readPastedText({ text, place }: Pasted): ParsedConfig {
  if (text.length > FILE_BYTES) return nothing('too-large', String(FILE_BYTES / 1_000_000))
  const pasted = { text: straighten(text), place }
  const whole = readWhole(pasted)
  if (whole && whole.servers.length > 0) return whole
  for (const find of [codeBlocks, linksIn, objectsIn, commandLines]) {
    const found = readExcerpts(find(pasted.text).slice(0, MAX_EXCERPTS), pasted)
    if (found) return found
  }
  return whole ?? nothing('not-recognised', '')
}

/** The text as one thing. Undefined when it does not look like any. */
function readWhole({ text, place }: Pasted): ParsedConfig | undefined {
  const trimmed = text.trim()
  const entries = (reading: EntryReading, format: ImportFormat): ParsedConfig =>
    fromEntries(reading, { text, place }, format)
  if (isInstallLink(trimmed)) return entries(readInstallLink(trimmed), 'link')
  const address = readAddress(trimmed)
  if (address) return entries(address.reading, address.format)
  if (trimmed.includes('```')) return undefined
  const lines = commandLines(text)
  if (lines.length > 0 && isCommandLine(trimmed))
    return merge(
      lines.slice(0, MAX_EXCERPTS).map((line) => ({
        line: line.line,
        config: entries(readCommandLine(line.text), 'command'),
      })),
    )
  if (!looksStructured(trimmed)) return undefined
  return readStructured({ text, place })
}

function readStructured({ text, place }: Pasted): ParsedConfig {
  const read = readConfigText({ text, source: 'text', place })
  const [problem] = read.problems
  // A page's typography turns straight quotes into curly ones.
  const isCurly = problem?.code === 'not-json' && /[“”„‟\u00a0]/.test(text)
  const config = isCurly ? readConfigText({ text: unquoted(text), source: 'text', place }) : read
  return { ...config, format: config.format ?? formatOf(text) }
}

function formatOf(text: string): ImportFormat {
  if (/^\s*(?:[{]|"[^"\n]*"\s*:|\/\/|\/\*|\[\s*[{"])/.test(text)) return 'json'
  return /^[ \t]*(?:\[{1,2}[\w."' -]+\]{1,2}|[\w"'.-]+[ \t]*=)/m.test(text) ? 'toml' : 'yaml'
}

/** Undefined when none of the passages holds a server. */
function readExcerpts(excerpts: readonly Excerpt[], { place }: Pasted): ParsedConfig | undefined {
  const read = excerpts.flatMap(({ text, line }) => {
    const config = readWhole({ text, place })
    return config ? [{ line, config }] : []
  })
  const merged = merge(read)
  return merged.servers.length > 0 ? merged : undefined
}

/** Passages as one configuration, with their lines counted from the start of the whole text. */
function merge(read: readonly { line: number; config: ParsedConfig }[]): ParsedConfig {
  const shift = <Item extends { line: number | null }>(
    items: readonly Item[],
    by: number,
  ): Item[] =>
    items.map((item) => ({ ...item, line: item.line === null ? null : item.line + by - 1 }))
  const servers = read.flatMap(({ line, config }) =>
    shift(config.servers, line).map((server): ParsedServer => ({
      ...server,
      problems: shift(server.problems, line),
      notes: shift(server.notes, line),
    })),
  )
  const all = read.flatMap(({ line, config }) => shift(config.problems, line))
  const problems = all.filter(({ code }) => !BESIDE_THE_POINT.has(code))
  const formats = new Set(
    read.flatMap(({ config }) => (config.servers.length > 0 ? (config.format ?? []) : [])),
  )
  const [format] = formats
  return {
    source: 'text',
    servers,
    inputs: read.flatMap(({ config }) => config.inputs),
    problems: servers.length > 0 || problems.length > 0 ? problems : all.slice(0, 1),
    ...(format === undefined || formats.size > 1 ? {} : { format }),
  }
}

function fromEntries(reading: EntryReading, { place }: Pasted, format: ImportFormat): ParsedConfig {
  if ('problem' in reading)
    return { ...nothing(reading.problem.code, reading.problem.detail), format }
  if ('config' in reading) {
    const tree = valueTree(reading.config)
    if ('code' in tree) return { ...nothing(tree.code, tree.detail), format }
    return { ...readConfigTree(tree, { source: 'text', place }), format }
  }
  const servers = entryServers(reading.entries, place)
  if (servers.length === 0) return { ...nothing('too-many', ''), format }
  return {
    source: 'text',
    servers,
    inputs: servers.flatMap(({ inputs }) => inputs),
    problems: [],
    format,
  }
}

function nothing(code: ImportIssue['code'], detail: string): ParsedConfig {
  const problem: ImportIssue = { code, at: '', line: null, detail: detail.slice(0, 200) }
  return { source: 'text', servers: [], inputs: [], problems: [problem] }
}

/** Characters that pages and messengers put in: zero-width ones. */
function straighten(text: string): string {
  return text.replaceAll(/[\u200B\u2060\uFEFF]/g, '')
}

function unquoted(text: string): string {
  return text.replaceAll(/[“”„‟]/g, '"').replaceAll('\u00a0', ' ')
}

interface Address {
  reading: EntryReading
  format: ImportFormat
}

/** Reads a text that is one URL or one name. Undefined for anything else. */
function readAddress(text: string): Address | undefined {
  if (text === '' || /\s/.test(text)) return undefined
  const npm = NPM_PAGE.exec(text)?.[1] ?? SCOPED_PACKAGE.exec(text)?.[0]
  if (npm !== undefined) return { reading: packageOf('npx', ['-y', npm]), format: 'package' }
  const pypi = PYPI_PAGE.exec(text)?.[1]
  if (pypi !== undefined) return { reading: packageOf('uvx', [pypi]), format: 'package' }
  if (PAGE.test(text)) return { reading: failedReading('page-not-server', text), format: 'url' }
  if (/^https?:\/\//i.test(text))
    return {
      reading: { entries: [{ name: suggestServerName([text]), entry: { url: text } }] },
      format: 'url',
    }
  if (REGISTRY_NAME.test(text))
    return { reading: failedReading('registry-name', text), format: 'package' }
  return undefined
}

function packageOf(command: string, args: string[]): EntryReading {
  return { entries: [{ name: suggestServerName([command, ...args]), entry: { command, args } }] }
}

function failedReading(code: 'page-not-server' | 'registry-name', detail: string): EntryReading {
  return { problem: { code, detail } }
}
