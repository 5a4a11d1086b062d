import type { HttpTransportKind } from '@gatehouse/domain'
import type {
  BundleDownload,
  ImportIssue,
  ImportIssueCode,
  ImportSource,
  RegistryEntry,
} from '@gatehouse/domain/launch'
import type { Node } from 'jsonc-parser'
import { IssueList } from './issue-list.ts'
import type { ConfigTree } from './config-tree.ts'
import { splitCommandLine } from './command-line/split-command-line.ts'
import { isRunner } from './command-line/runners.ts'
import { EntryFields, type EntryField, type EntryFieldName } from './entry-fields.ts'
import { memberOf, membersOf, jsonPathOf } from './json-text.ts'
import { placeholderInput, type ParsedInput } from './parsed-input.ts'
import { IMPORT_LIMITS } from './template-size.ts'
import type { LaunchTemplate, NamedTemplate } from './launch-template.ts'
import { readTemplate, type ImportContext, type Template, type TemplatePart } from './template.ts'

/** One entry of a configuration: it has a target, or a problem that states why not. */
export interface ParsedServer {
  key: string
  at: string
  line: number | null
  target: LaunchTemplate | null
  /** The entry of a registry that it is of. */
  registryEntry?: RegistryEntry
  /** The bundle that has the launch; absent for all else. */
  download?: BundleDownload
  problems: ImportIssue[]
  notes: ImportIssue[]
  /** Placeholders of its text that are to be filled in. */
  inputs: ParsedInput[]
  /** Its own program has it turned off, or takes a later entry of the same name. */
  suggested: boolean
}

export interface ServerEntry {
  key: string
  value: Node
  /** Where it stands in the file. */
  at: string
  repeated: boolean
  source: ImportSource
  place: ImportContext
}

const APPROVALS =
  /^(?:alwaysAllow|autoApprove|autoApproval|trust|allowedTools|permissions|toolApproval|available_tools)$/i
/** Fields that name a program or script that the product runs beside the server. */
const HELPERS = /^(?:headersHelper|headers_helper|authHelper|credentialHelper|preLaunch|setup)$/i
const STDIO_FIELDS: readonly EntryFieldName[] = ['command', 'args', 'env', 'cwd', 'envNames']
const HTTP_FIELDS: readonly EntryFieldName[] = ['url', 'headers', 'headerEnv', 'bearerEnv']
/** Fields that say nothing about the launch, or are told of elsewhere. */
const SILENT = new Set(['disabled', 'enabled', 'name', '$schema', 'source'])
/** Words for a type that say no more than the fields do. */
const TYPELESS = new Set(['custom', 'mcp', 'extension'])

/** Reads one entry. Never throws; whatever is not taken over is named in `notes` or `problems`. */
export function readServer(entry: ServerEntry, tree: ConfigTree): ParsedServer {
  return new EntryReader(entry, tree).read()
}

type Kind = { kind: 'stdio' } | { kind: 'http'; httpTransport: HttpTransportKind }

class EntryReader {
  readonly #entry: ServerEntry
  readonly #tree: ConfigTree
  readonly #problems = new IssueList()
  readonly #notes = new IssueList()
  readonly #inputs: ParsedInput[] = []
  readonly #fields: EntryFields

  constructor(entry: ServerEntry, tree: ConfigTree) {
    this.#entry = entry
    this.#tree = tree
    this.#fields = new EntryFields(entry.value)
  }

  read(): ParsedServer {
    const { key, at, value, repeated } = this.#entry
    if (repeated) this.#note('repeated-key', '', key)
    const target = value.type === 'object' ? this.#target() : this.#expect('', 'object', value)
    const turnedOff = this.#isTurnedOff()
    if (value.type === 'object') this.#nameTheRest(target)
    const problems = this.#problems.list()
    return {
      key,
      at,
      line: this.#tree.lineOf(value),
      target: problems.length > 0 ? null : target,
      problems,
      notes: this.#notes.list(),
      inputs: this.#inputs,
      suggested: !turnedOff && !repeated,
    }
  }

  #target(): LaunchTemplate | null {
    const kind = this.#kind()
    if (kind === null) return null
    if (kind.kind === 'http') {
      const field = this.#fields.use('url')
      const url = field ? this.#text(field) : this.#expect('url', 'string')
      const headers = [...this.#values('headers'), ...this.#headerVariables()]
      return url && { kind: 'http', url, headers, httpTransport: kind.httpTransport }
    }
    const [command, ...first] = this.#commandWords()
    const args = [...first, ...this.#arguments()]
    const env = this.#withOwnVariables(this.#values('env'))
    const cwd = this.#folder()
    return command ? { kind: 'stdio', command, args, env, cwd } : null
  }

  /** The kind by its type if it names one, otherwise by its fields. */
  #kind(): Kind | null {
    const hasCommand = this.#fields.get('command') !== undefined
    const hasUrl = this.#fields.get('url') !== undefined
    if (!hasCommand && !hasUrl) {
      this.#fields.use('type')
      this.#problem('nothing-to-run', '', '')
      return null
    }
    const byFields: Kind = hasCommand ? { kind: 'stdio' } : { kind: 'http', httpTransport: 'auto' }
    const hint = this.#fields.get('type')
    if (hint?.node.type !== 'string') return byFields
    this.#fields.use('type')
    const word = String(hint.node.value).toLowerCase().replaceAll(/[-_ ]/g, '')
    switch (word) {
      case 'stdio':
      case 'local':
        return byFields
      case 'http':
      case 'streamablehttp':
      case 'remote':
        return hasUrl ? { kind: 'http', httpTransport: 'auto' } : byFields
      case 'sse':
        return hasUrl ? { kind: 'http', httpTransport: 'http-sse' } : byFields
      default:
        if (TYPELESS.has(word)) return byFields
        if (hasUrl) {
          this.#problem('transport-unknown', hint, String(hint.node.value))
          return null
        }
        this.#note('not-taken-over', hint.at, hint.at)
        return byFields
    }
  }

  #text({ node, at }: EntryField): Template | null {
    if (node.type !== 'string') return this.#expect(at, 'string', node)
    return this.#template(String(node.value), { at, label: at })
  }

  /** The command: a text, a list with its arguments, or a whole command line of a known runner. */
  #commandWords(): Template[] {
    const field = this.#fields.use('command')
    if (!field) return []
    const { node, at } = field
    if (node.type === 'array') {
      if (!node.children?.length) this.#problem('empty', field, '')
      return this.#list(field)
    }
    if (node.type !== 'string') {
      this.#expect(at, 'string', node)
      return []
    }
    const line = String(node.value)
    if (!/\s/.test(line.trim()) || !isRunner(/^\S+/.exec(line.trim())?.[0] ?? ''))
      return [this.#template(line, { at, label: at })]
    const split = splitCommandLine(line)
    if ('code' in split) {
      this.#problem(split.code, field, split.detail)
      return []
    }
    return split.words.map((word) => this.#template(word, { at, label: at }))
  }

  #arguments(): Template[] {
    const field = this.#fields.use('args')
    if (!field) return []
    if (field.node.type !== 'array') return this.#expect(field.at, 'array', field.node) ?? []
    return this.#list(field)
  }

  #list({ node, at }: EntryField): Template[] {
    if (this.#isTooMany(node, at)) return []
    let flag = ''
    return (node.children ?? []).map((child, index) => {
      const field = `${at}[${index}]`
      const text = this.#plainText(child)
      if (text === null) this.#expect(field, 'string', child)
      const template = this.#template(text ?? '', { at: field, label: flag })
      flag = text?.startsWith('-') ? (text.split('=', 1)[0] ?? '') : ''
      return template
    })
  }

  #values(name: 'env' | 'headers'): NamedTemplate[] {
    const field = this.#fields.use(name)
    if (!field) return []
    const { node, at } = field
    if (node.type !== 'object') return this.#expect(at, 'object', node) ?? []
    if (this.#isTooMany(node, at)) return []
    return membersOf(node).flatMap(({ key, value, repeated }): NamedTemplate[] => {
      const place = jsonPathOf(at, key)
      if (repeated) this.#note('repeated-key', place, key)
      // No value: the variable is not set at all.
      if (repeated || value.type === 'null') {
        if (!repeated) this.#note('not-taken-over', place, key)
        return []
      }
      if (key === '__proto__') this.#problem('reserved-name', { at: place, node: value }, key)
      const text = this.#plainText(value)
      if (text === null) this.#expect(place, 'string', value)
      return [{ name: key, value: this.#template(text ?? '', { at: place, label: key }) }]
    })
  }

  /** Codex and goose name variables of the person's own environment in lists of their own. */
  #withOwnVariables(env: NamedTemplate[]): NamedTemplate[] {
    const field = this.#fields.use('envNames')
    if (field?.node.type !== 'array' || this.#isTooMany(field.node, field.at)) return env
    const names = (field.node.children ?? []).flatMap((child) => {
      const node = child.type === 'object' ? memberOf(child, 'name') : child
      return node?.type === 'string' ? [String(node.value)] : []
    })
    const known = new Set(env.map(({ name }) => name))
    const more = names.filter((name) => !known.has(name))
    return [...env, ...more.map((name) => ({ name, value: [environmentPart(name)] }))]
  }

  #headerVariables(): NamedTemplate[] {
    const bearer = this.#fields.use('bearerEnv')?.node
    const named = membersOf(this.#fields.use('headerEnv')?.node).flatMap(({ key, value }) =>
      value.type === 'string' ? [{ name: key, value: [environmentPart(String(value.value))] }] : [],
    )
    if (bearer?.type !== 'string') return named
    const value: Template = [
      { kind: 'text', text: 'Bearer ' },
      environmentPart(String(bearer.value)),
    ]
    return [...named, { name: 'Authorization', value }]
  }

  /** Nothing is made of a list that no launch takes. */
  #isTooMany(node: Node, at: string): boolean {
    const isTooMany = (node.children ?? []).length > IMPORT_LIMITS.values
    if (isTooMany) this.#problem('too-many', { at, node }, '')
    return isTooMany
  }

  /** The working directory: as given, otherwise the project's folder. */
  #folder(): Template | null {
    const { place } = this.#entry
    const field = this.#fields.use('cwd')
    if (!field) return place.folder === null ? null : [{ kind: 'text', text: place.folder }]
    const cwd = this.#text(field)
    const [first] = cwd ?? []
    const isRelative = first?.kind === 'text' && !/^(?:[\\/~]|[A-Za-z]:)/.test(first.text)
    if (!cwd || !isRelative || place.folder === null) return cwd
    return [{ kind: 'text', text: place.folder + place.separator }, ...cwd]
  }

  #isTurnedOff(): boolean {
    const disabled = this.#fields.own('disabled')?.value === true
    const off = disabled || this.#fields.own('enabled')?.value === false
    if (off) this.#note('turned-off', disabled ? 'disabled' : 'enabled', '')
    return off
  }

  /** Says of every other field that it is left behind. */
  #nameTheRest(target: LaunchTemplate | null): void {
    for (const { key, repeated } of membersOf(this.#entry.value))
      if (repeated) this.#note('repeated-key', jsonPathOf('', key), key)
    for (const { key, field, name } of this.#fields.unused()) {
      if (SILENT.has(key)) continue
      const isLaunch = name && [...STDIO_FIELDS, ...HTTP_FIELDS].includes(name)
      if (!target && isLaunch) continue
      this.#noteLeft(key, field, target && isLaunch ? name : undefined)
    }
  }

  #noteLeft(key: string, { at, node }: EntryField, name: EntryFieldName | undefined): void {
    if (APPROVALS.test(key)) this.#note('approvals-not-taken-over', at, key)
    else if (HELPERS.test(key)) this.#note('helper-not-taken-over', at, key)
    else if (key === 'envFile') this.#note('env-file', at, String(node.value))
    else if (name === 'url') this.#note('url-left-out', at, key)
    else if (name === 'command') this.#note('command-left-out', at, key)
    else this.#note('not-taken-over', at, key)
  }

  /** Numbers and switches are taken as they are written; null is not text. */
  #plainText(node: Node): string | null {
    if (node.type === 'string') return String(node.value)
    return node.type === 'number' || node.type === 'boolean' ? this.#tree.textOf(node) : null
  }

  #template(text: string, { at, label }: { at: string; label: string }): Template {
    const { source, place } = this.#entry
    if (text.length > IMPORT_LIMITS.text) {
      this.#problem('too-long', { at }, '')
      return []
    }
    return readTemplate(text, {
      source,
      place,
      isFilledLater: at === 'cwd' || /^(?:args|command)\[/.test(at),
      refuse: (code, variable) => this.#problem(code, { at }, variable),
      ask: (placeholder) => {
        const input = placeholderInput(this.#placeOf(at), { placeholder, label })
        this.#inputs.push(input)
        return input.name
      },
    })
  }

  #expect(at: string, type: string, node?: Node): null {
    this.#problems.add(this.#issue('wrong-type', { at, node }, type))
    return null
  }

  #problem(code: ImportIssueCode, field: FieldPlace | '', detail: string): void {
    this.#problems.add(this.#issue(code, field === '' ? { at: '' } : field, detail))
  }

  #note(code: ImportIssueCode, at: string, detail: string): void {
    this.#notes.add(this.#issue(code, { at }, detail))
  }

  #issue(code: ImportIssueCode, { at, node }: FieldPlace, detail: string): ImportIssue {
    const top = /^[^.[]+/.exec(at)?.[0] ?? ''
    const line = this.#tree.lineOf(node ?? memberOf(this.#entry.value, top) ?? this.#entry.value)
    return { code, at: this.#placeOf(at), line, detail }
  }

  /** The place of a field in the file. */
  #placeOf(field: string): string {
    const { at } = this.#entry
    const dot = field === '' || field.startsWith('[') || at === '' ? '' : '.'
    return `${at}${dot}${field}`
  }
}

interface FieldPlace {
  /** In the entry. */
  at: string
  node?: Node | undefined
}

function environmentPart(name: string): TemplatePart {
  return { kind: 'environment', name, fallback: null, raw: `\${${name}}` }
}
