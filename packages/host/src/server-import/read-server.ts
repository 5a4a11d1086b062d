import type { HttpTransportKind } from '@gatehouse/domain'
import type { ImportIssue, ImportIssueCode, ImportSource } from '@gatehouse/domain/launch'
import type { Node } from 'jsonc-parser'
import { IssueList } from './issue-list.ts'
import { membersOf, jsonPathOf, type JsonText } from './json-text.ts'
import { IMPORT_LIMITS } from './template-size.ts'
import type { LaunchTemplate, NamedTemplate } from './launch-template.ts'
import { readTemplate, type ImportContext, type Template } from './template.ts'

/** One entry of a configuration: it has a target, or a problem that states why not. */
export interface ParsedServer {
  key: string
  at: string
  line: number
  target: LaunchTemplate | null
  problems: ImportIssue[]
  notes: ImportIssue[]
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

const URL_FIELDS = ['url', 'serverUrl', 'httpUrl']
const APPROVALS =
  /^(?:alwaysAllow|autoApprove|autoApproval|trust|allowedTools|permissions|toolApproval)$/i
const STDIO_FIELDS = ['command', 'args', 'env', 'cwd']
const HTTP_FIELDS = [...URL_FIELDS, 'headers']

/** Reads one entry. Never throws; whatever is not taken over is named in `notes` or `problems`. */
export function readServer(entry: ServerEntry, json: JsonText): ParsedServer {
  return new EntryReader(entry, json).read()
}

class EntryReader {
  readonly #entry: ServerEntry
  readonly #json: JsonText
  readonly #problems = new IssueList()
  readonly #notes = new IssueList()
  /** The last member of each name, as JSON readers take it. */
  readonly #fields: ReadonlyMap<string, Node>

  constructor(entry: ServerEntry, json: JsonText) {
    this.#entry = entry
    this.#json = json
    this.#fields = new Map(membersOf(entry.value).map(({ key, value }) => [key, value]))
  }

  read(): ParsedServer {
    const { key, at, value, repeated } = this.#entry
    if (repeated) this.#note('repeated-key', '', key)
    const target = value.type === 'object' ? this.#target() : this.#expect('', 'object')
    const turnedOff = this.#isTurnedOff()
    if (value.type === 'object') this.#nameTheRest(target)
    const problems = this.#problems.list()
    return {
      key,
      at,
      line: this.#json.lineOf(value),
      target: problems.length > 0 ? null : target,
      problems,
      notes: this.#notes.list(),
      suggested: !turnedOff && !repeated,
    }
  }

  #target(): LaunchTemplate | null {
    const kind = this.#kind()
    if (kind === null) return null
    if (kind.kind === 'http') {
      const field = URL_FIELDS.find((name) => this.#fields.has(name)) ?? 'url'
      const url = this.#text(field)
      const headers = this.#values('headers')
      return url && { kind: 'http', url, headers, httpTransport: kind.httpTransport }
    }
    const command = this.#text('command')
    const [args, env, cwd] = [this.#arguments(), this.#values('env'), this.#folder()]
    return command && { kind: 'stdio', command, args, env, cwd }
  }

  /** The kind by its type if it names one, otherwise by its fields. */
  #kind(): { kind: 'stdio' } | { kind: 'http'; httpTransport: HttpTransportKind } | null {
    const hasCommand = this.#fields.has('command')
    const hasUrl = URL_FIELDS.some((name) => this.#fields.has(name))
    const node = this.#fields.get('type') ?? this.#fields.get('transport')
    const type = node?.type === 'string' ? String(node.value).toLowerCase() : undefined
    if (node && type === undefined) return this.#expect('type', 'string')
    if (!hasCommand && !hasUrl) {
      this.#problem('nothing-to-run', '', '')
      return null
    }
    switch (type?.replaceAll(/[-_ ]/g, '')) {
      case undefined:
        return hasCommand ? { kind: 'stdio' } : { kind: 'http', httpTransport: 'auto' }
      case 'stdio':
      case 'local':
        if (hasCommand) return { kind: 'stdio' }
        return { kind: 'http', httpTransport: 'auto' }
      case 'http':
      case 'streamablehttp':
      case 'remote':
        return hasUrl ? { kind: 'http', httpTransport: 'auto' } : { kind: 'stdio' }
      case 'sse':
        return hasUrl ? { kind: 'http', httpTransport: 'http-sse' } : { kind: 'stdio' }
      default:
        this.#problem('transport-unknown', 'type', String(node?.value))
        return null
    }
  }

  #text(field: string): Template | null {
    const node = this.#fields.get(field)
    if (node?.type !== 'string') return this.#expect(field, 'string')
    return this.#template(String(node.value), field)
  }

  #arguments(): Template[] {
    const node = this.#fields.get('args')
    if (!node || node.type === 'null') return []
    if (node.type !== 'array') return this.#expect('args', 'array') ?? []
    if (this.#isTooMany(node, 'args')) return []
    return (node.children ?? []).map((child, index) => {
      const field = `args[${index}]`
      const text = this.#plainText(child)
      if (text === null) this.#expect(field, 'string', child)
      return this.#template(text ?? '', field)
    })
  }

  #values(field: 'env' | 'headers'): NamedTemplate[] {
    const node = this.#fields.get(field)
    if (!node || node.type === 'null') return []
    if (node.type !== 'object') return this.#expect(field, 'object') ?? []
    if (this.#isTooMany(node, field)) return []
    return membersOf(node).flatMap(({ key, value, repeated }): NamedTemplate[] => {
      const place = jsonPathOf(field, key)
      if (repeated) this.#note('repeated-key', place, key)
      // No value: the variable is not set at all.
      if (repeated || value.type === 'null') {
        if (!repeated) this.#note('not-taken-over', place, key)
        return []
      }
      if (key === '__proto__') this.#problem('reserved-name', place, key)
      const text = this.#plainText(value)
      if (text === null) this.#expect(place, 'string', value)
      return [{ name: key, value: this.#template(text ?? '', place) }]
    })
  }

  /** Nothing is made of a list that no launch takes. */
  #isTooMany({ children = [] }: Node, field: string): boolean {
    const isTooMany = children.length > IMPORT_LIMITS.values
    if (isTooMany) this.#problem('too-many', field, '')
    return isTooMany
  }

  /** The working directory: as given, otherwise the project's folder. */
  #folder(): Template | null {
    const { place } = this.#entry
    const node = this.#fields.get('cwd')
    if (!node || node.type === 'null')
      return place.folder === null ? null : [{ kind: 'text', text: place.folder }]
    const cwd = this.#text('cwd')
    const [first] = cwd ?? []
    const isRelative = first?.kind === 'text' && !/^(?:[\\/~]|[A-Za-z]:)/.test(first.text)
    if (!cwd || !isRelative || place.folder === null) return cwd
    return [{ kind: 'text', text: place.folder + place.separator }, ...cwd]
  }

  #isTurnedOff(): boolean {
    const disabled = this.#fields.get('disabled')?.value === true
    const off = disabled || this.#fields.get('enabled')?.value === false
    if (off) this.#note('turned-off', disabled ? 'disabled' : 'enabled', '')
    return off
  }

  /** Says of every other field that it is left behind. */
  #nameTheRest(target: LaunchTemplate | null): void {
    const urlField = URL_FIELDS.find((name) => this.#fields.has(name))
    const used = new Set(['type', 'disabled', 'enabled'])
    if (!this.#fields.has('type')) used.add('transport')
    for (const name of target?.kind === 'http' ? [urlField ?? 'url', 'headers'] : STDIO_FIELDS)
      used.add(name)
    for (const { key, value, repeated } of membersOf(this.#entry.value)) {
      if (repeated) this.#note('repeated-key', jsonPathOf('', key), key)
      else if (!target && [...STDIO_FIELDS, ...HTTP_FIELDS].includes(key)) continue
      else if (!used.has(key)) this.#noteLeft(key, value)
    }
  }

  #noteLeft(key: string, value: Node): void {
    const place = jsonPathOf('', key)
    if (APPROVALS.test(key)) this.#note('approvals-not-taken-over', place, key)
    else if (key === 'envFile') this.#note('env-file', place, String(value.value))
    else if (URL_FIELDS.includes(key)) this.#note('url-left-out', place, key)
    else if (key === 'command') this.#note('command-left-out', place, key)
    else this.#note('not-taken-over', place, key)
  }

  /** Numbers and switches are taken as they are written; null is not text. */
  #plainText(node: Node): string | null {
    if (node.type === 'string') return String(node.value)
    return node.type === 'number' || node.type === 'boolean' ? this.#json.textOf(node) : null
  }

  #template(text: string, field: string): Template {
    const { source, place } = this.#entry
    if (text.length > IMPORT_LIMITS.text) {
      this.#problem('too-long', field, '')
      return []
    }
    return readTemplate(text, {
      source,
      place,
      isFilledLater: field === 'cwd' || field.startsWith('args['),
      refuse: (code, variable) => this.#problem(code, field, variable),
    })
  }

  #expect(field: string, type: string, node?: Node): null {
    this.#problems.add(this.#issue('wrong-type', { field, detail: type, node }))
    return null
  }

  #problem(code: ImportIssueCode, field: string, detail: string): void {
    this.#problems.add(this.#issue(code, { field, detail }))
  }

  #note(code: ImportIssueCode, field: string, detail: string): void {
    this.#notes.add(this.#issue(code, { field, detail }))
  }

  #issue(
    code: ImportIssueCode,
    { field, detail, node }: { field: string; detail: string; node?: Node | undefined },
  ): ImportIssue {
    const { at, value } = this.#entry
    const top = /^[^.[]+/.exec(field)?.[0] ?? ''
    const line = this.#json.lineOf(node ?? this.#fields.get(top) ?? value)
    const dot = field === '' || field.startsWith('[') || at === '' ? '' : '.'
    return { code, at: `${at}${dot}${field}`, line, detail }
  }
}
