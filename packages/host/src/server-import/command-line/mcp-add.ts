import { parseJson } from '@gatehouse/domain'
import type { EntryReading } from '../pasted-text/entry-servers.ts'
import { suggestServerName } from '../suggest-server-name.ts'
import { entryOf } from './command-entry.ts'

/** Options of `mcp add` in any product: what each sets. `skip`: takes a value that says nothing about the launch. */
const OPTIONS: Readonly<Record<string, OptionKind>> = {
  '-e': 'env',
  '--env': 'env',
  '-H': 'header',
  '--header': 'header',
  '-t': 'type',
  '--transport': 'type',
  '--type': 'type',
  '--url': 'url',
  '--bearer-token-env-var': 'bearer_token_env_var',
  '--command': 'command',
  '--args': 'args',
  '--name': 'name',
  '--trust': 'flag',
  '--client-secret': 'flag',
  '-s': 'skip',
  '--scope': 'skip',
  '--client-id': 'client-id',
  '--callback-port': 'callback-port',
  '--timeout': 'timeout',
  '--description': 'skip',
  '--include-tools': 'includeTools',
  '--exclude-tools': 'excludeTools',
}
type OptionKind =
  | 'env'
  | 'header'
  | 'type'
  | 'url'
  | 'bearer_token_env_var'
  | 'command'
  | 'args'
  | 'name'
  | 'flag'
  | 'skip'
  | 'client-id'
  | 'callback-port'
  | 'timeout'
  | 'includeTools'
  | 'excludeTools'

/** Options with one letter mean something to the server's own command as well. */
const isLong = (word: string): boolean => word.startsWith('--')

/** Reads `mcp add …` and `mcp add-json …`, from the word after `mcp`. */
export function readMcpAdd([verb, ...words]: readonly string[]): EntryReading {
  if (verb === 'add-json') return readAddJson(words)
  if (verb !== 'add') return { problem: { code: 'not-recognised', detail: '' } }
  return new AddReader(words).read()
}

function readAddJson(words: readonly string[]): EntryReading {
  const json = words.findLast((word) => word.trimStart().startsWith('{'))
  const name = words.find(
    (word, at) => !word.startsWith('-') && !/^(?:-s|--scope)$/.test(words[at - 1] ?? ''),
  )
  const parsed = parseJson(json ?? '')
  if (!parsed.ok || name === undefined || name === json)
    return { problem: { code: 'link-unreadable', detail: '' } }
  return { config: { mcpServers: { [name]: parsed.value } } }
}

class AddReader {
  readonly #words: string[]
  readonly #positional: string[] = []
  readonly #entry: Record<string, unknown> = {}
  readonly #env: Record<string, string> = {}
  readonly #headers: Record<string, string> = {}
  #name: string | undefined

  constructor(words: readonly string[]) {
    this.#words = [...words]
  }

  read(): EntryReading {
    while (this.#words.length > 0) this.#next()
    if (this.#name === undefined) this.#name = this.#positional.shift()
    const [first] = this.#positional
    const url = this.#entry['url'] ?? (/^https?:\/\//i.test(first ?? '') ? first : undefined)
    const name = this.#name ?? suggestServerName(this.#positional)
    if (url !== undefined) {
      const { command: _command, ...entry } = this.#entry
      return { entries: [{ name, entry: { ...entry, url, headers: this.#headers } }] }
    }
    const words = [this.#entry['command'], ...this.#positional].filter(
      (word): word is string => typeof word === 'string',
    )
    if (words.length === 0) return { problem: { code: 'not-recognised', detail: '' } }
    const { type: _type, command: _command, ...rest } = this.#entry
    const [only = ''] = words
    // One quoted text is a command line of its own.
    const entry = words.length === 1 ? { command: only, env: this.#env } : entryOf(words, this.#env)
    return { entries: [{ name, entry: { ...rest, ...entry } }] }
  }

  #next(): void {
    const word = this.#words.shift() ?? ''
    if (word === '--') {
      this.#positional.push(...this.#words.splice(0))
      return
    }
    const [flag = '', inline] = isLong(word) ? splitAtEquals(word) : [word]
    const kind = Object.hasOwn(OPTIONS, flag) ? OPTIONS[flag] : undefined
    if (kind === undefined || this.#belongsToCommand(word)) this.#positional.push(word)
    else if (kind === 'flag') this.#entry[flag.replace(/^-+/, '')] = true
    else this.#option(kind, inline ?? this.#words.shift() ?? '')
  }

  /** After the command, a short option is the command's own; Gemini's `-e NAME=value` is not. */
  #belongsToCommand(word: string): boolean {
    const hasCommand = this.#positional.length >= 2
    if (!hasCommand || /^https?:\/\//i.test(this.#positional[1] ?? '')) return false
    if (isLong(word)) return !/^--(?:env|transport|scope|header|trust)\b/.test(word)
    return !(word === '-e' && /^[A-Z_]\w*=/.test(this.#words[0] ?? ''))
  }

  #option(kind: Exclude<OptionKind, 'flag'>, value: string): void {
    switch (kind) {
      case 'env':
        this.#setVariable(value)
        // Claude's option takes several.
        while (/^[A-Za-z_]\w*=/.test(this.#words[0] ?? ''))
          this.#setVariable(this.#words.shift() ?? '')
        break
      case 'header':
        this.#setHeader(value)
        break
      case 'name':
        this.#name = value
        break
      case 'args':
        this.#positional.push(...value.split(/[\s,]+/).filter(Boolean))
        break
      case 'skip':
        break
      default:
        this.#entry[kind] = value
    }
  }

  #setVariable(pair: string): void {
    const [name, value] = splitAtEquals(pair)
    this.#env[name] = value ?? `\${${name}}`
  }

  #setHeader(text: string): void {
    const [, name = '', value = ''] = /^([^:=]+)[:=]\s*([^]*)$/.exec(text) ?? []
    if (name !== '') this.#headers[name.trim()] = value
  }
}

function splitAtEquals(word: string): [string, string?] {
  const at = word.indexOf('=')
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)]
}
