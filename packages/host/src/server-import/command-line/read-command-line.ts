import type { EntryReading } from '../pasted-text/entry-servers.ts'
import { suggestServerName } from '../suggest-server-name.ts'
import { parseJson } from '@gatehouse/domain'
import { entryOf } from './command-entry.ts'
import { readMcpAdd } from './mcp-add.ts'
import { isRunner, programOf } from './runners.ts'
import { splitCommandLine } from './split-command-line.ts'

/** Programs with an `mcp add` of their own. */
const HOSTS = new Set([
  'claude',
  'codex',
  'gemini',
  'qwen',
  'amp',
  'copilot',
  'droid',
  'kimi',
  'grok',
  'auggie',
])
const EDITORS = new Set(['code', 'code-insiders', 'codium', 'vscodium', 'cursor', 'windsurf'])
/** Commands that fetch or build something and start nothing. */
const INSTALLS =
  /^(?:(?:npm|pnpm|yarn|bun|uv|cargo|go|docker|podman|dotnet|pipx|deno) (?:i|install|add|ci|sync|pull|build|venv|pip|init|update|upgrade|login|create|tool install|tool update|global add)\b|python3? -m (?:venv|pip)\b)/
const ASSIGNMENT = /^([A-Za-z_]\w*)=([^]*)$/
const PROMPT = /^(?:[$%>#] |PS [^>\n]*> ?|C:\\[^>\n]*> ?)/

/** True for a text that begins like a command which may start a server. */
export function isCommandLine(text: string): boolean {
  const words = withoutPrompt(text).split(/\s+/, 12)
  while (ASSIGNMENT.test(words[0] ?? '') || words[0] === 'env') words.shift()
  const [command = '', second] = words
  if (command === '' || second === undefined) return /^(?:[~.]?\/|[A-Za-z]:\\)\S+$/.test(command)
  if (HOSTS.has(programOf(command))) return second === 'mcp'
  if (EDITORS.has(programOf(command))) return text.includes('--add-mcp')
  return (
    (isRunner(command) && !/^[=:,]/.test(second)) ||
    /^["']?(?:[~.]{0,2}\/|[A-Za-z]:\\)/.test(command)
  )
}

/** Reads one command line as a server. Never runs a shell, nor does what only a shell can do. */
export function readCommandLine(line: string): EntryReading {
  const text = withoutPrompt(line).replaceAll(/[“”]/g, '"').replaceAll(/[‘’]/g, "'")
  const split = splitCommandLine(text)
  if ('code' in split) return { problem: split }
  return readWords(split.words.map((word) => (word === '—' || word === '–' ? '--' : word)))
}

function readWords(given: readonly string[]): EntryReading {
  const words = [...given]
  const env: Record<string, string> = {}
  for (let word = words[0]; word !== undefined; word = words[0]) {
    const [, name, value] = ASSIGNMENT.exec(word) ?? []
    if (name === undefined && word !== 'env') break
    if (name !== undefined) env[name] = value ?? ''
    words.shift()
  }
  const [command, ...args] = words
  if (command === undefined) return { problem: { code: 'not-recognised', detail: '' } }
  const program = programOf(command)
  if (program === 'cmd' && /^\/[ck]$/i.test(args[0] ?? '')) return readCmd(args.slice(1), env)
  if (EDITORS.has(program)) return readAddMcp(args)
  if (HOSTS.has(program) && args[0] === 'mcp') return readMcpAdd(args.slice(1))
  if (INSTALLS.test([program, ...args].join(' ')))
    return { problem: { code: 'installs-only', detail: words.join(' ') } }
  return { entries: [{ name: suggestServerName(words), entry: entryOf(words, env) }] }
}

/** The command that `cmd /c` would run; the app starts scripts of Windows without it. */
function readCmd(words: readonly string[], env: Record<string, string>): EntryReading {
  const [only = ''] = words
  const split = words.length === 1 ? splitCommandLine(only) : { words: [...words] }
  if ('code' in split) return { problem: split }
  const assigned = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  return readWords([...assigned, ...split.words])
}

/** `code --add-mcp '{"name": …}'`. */
function readAddMcp(args: readonly string[]): EntryReading {
  const at = args.indexOf('--add-mcp')
  const parsed = parseJson(args[at + 1] ?? '')
  if (at < 0 || !parsed.ok) return { problem: { code: 'link-unreadable', detail: '' } }
  return { config: [parsed.value] }
}

function withoutPrompt(text: string): string {
  return text.trim().replace(PROMPT, '')
}
