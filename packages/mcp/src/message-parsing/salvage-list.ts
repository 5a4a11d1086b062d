import { randomUUID } from 'node:crypto'
import { breachOfJson, LIST_BUDGET, MESSAGE_BUDGET, type JsonProblem } from '@gatehouse/domain'
import { outermostMembers } from './envelope.ts'

/** Mark of an entry that was left out; made here, never on the wire. No server can guess it. */
const LEFT_OUT = `gatehouse/left-out/${randomUUID()}`
const FIELDS = new Set(['tools', 'prompts', 'resources', 'resourceTemplates'])
/** Problems that a single entry can cause; a message that is too large is so as a whole. */
const OWN_FAULTS = new Set<JsonProblem['code']>([
  'json/forbidden-key',
  'json/too-deep',
  'json/inexact-number',
])
/** The message, its result, its list. */
const LEVELS_AROUND = 3
const ENTRY_BUDGET = { ...MESSAGE_BUDGET, depth: MESSAGE_BUDGET.depth - LEVELS_AROUND }

/**
 * A page of a list as one that may be read, when only some of its entries break the rules of
 * `parseJson`: each of these is replaced by its name and the reason. `undefined` for anything else.
 */
export function salvageList(text: string, problem: JsonProblem): string | undefined {
  if (!OWN_FAULTS.has(problem.code)) return undefined
  const list = findList(text)
  if (!list) return undefined
  const entries = list.entries.map(([start, end]) => {
    const entry = text.slice(start, end)
    const fault = breachOfJson(entry, { budget: ENTRY_BUDGET })
    return fault ? JSON.stringify(placeholder(entry, fault)) : entry
  })
  const salvaged = `${text.slice(0, list.start)}${entries.join(',')}${text.slice(list.end)}`
  return breachOfJson(salvaged) ? undefined : salvaged
}

/** The name and the reason of an entry that {@link salvageList} took out. */
export function leftOutEntry(entry: unknown): { name: string; reason: string } | undefined {
  if (typeof entry !== 'object' || entry === null || !Object.hasOwn(entry, LEFT_OUT))
    return undefined
  const { [LEFT_OUT]: reason, label } = entry as Record<string, unknown>
  return { name: String(label).slice(0, 128), reason: String(reason).slice(0, 300) }
}

/** An invalid entry in place of one that was refused: it has no `name`, which every kind of entry needs. */
function placeholder(entry: string, { message }: JsonProblem): object {
  const name = outermostMembers(entry).get('name')
  const label = typeof name === 'string' && name !== '' ? name : '(no name)'
  return { [LEFT_OUT]: message, label }
}

interface FoundList {
  /** Behind the opening bracket. */
  start: number
  /** The closing bracket. */
  end: number
  entries: [start: number, end: number][]
}

/** The first list of entries in the result of a message. */
function findList(text: string): FoundList | undefined {
  /** The name of each open value, of the outermost only. */
  const names: string[] = []
  let depth = 0
  let name = ''
  let list: FoundList | undefined
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') {
      const end = endOfString(text, at)
      if (depth < LEVELS_AROUND) name = text.slice(at + 1, end)
      at = end
    } else if (character === '{' || character === '[') {
      if (depth < LEVELS_AROUND) names[depth] = name
      depth += 1
      if (character === '[' && depth === LEVELS_AROUND && isList(names)) {
        list = { start: at + 1, end: at, entries: [] }
        from = at + 1
      }
    } else if (list && depth === LEVELS_AROUND && (character === ',' || character === ']')) {
      if (text.slice(from, at).trim() !== '') list.entries.push([from, at])
      if (list.entries.length > LIST_BUDGET.others) return undefined
      from = at + 1
      if (character === ']') return { ...list, end: at }
    } else if (character === '}' || character === ']') depth -= 1
  }
  return undefined
}

function isList([, result, field = '']: string[]): boolean {
  return result === 'result' && FIELDS.has(field)
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at]
    if (character === '\\') at += 1
    else if (character === '"') return at
  }
  return text.length
}
