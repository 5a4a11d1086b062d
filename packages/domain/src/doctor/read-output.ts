import { withoutTerminalCodes } from '../text/terminal-codes.ts'
import type { JsonObject, JsonValue } from '../json/json.ts'
import { parseJson } from '../json/parse-json.ts'
import { variableEffect } from '../servers/launch/variable-effect.ts'

/** A printed line as a person reads it. */
export interface OutputLine {
  /** Counted from 1 over all that was printed. */
  number: number
  /** Without colours of a terminal, prefixes of loggers, and JSON around the message. */
  text: string
  /** True for a line of a stack. */
  isStack: boolean
}

export interface PrintedOutput {
  first: readonly string[]
  /** Those after the first ones, oldest first. */
  last: readonly string[]
  /** Lines that were printed in all. */
  count: number
}

const TIME = /^[[(]?\d{4}-\d\d-\d\d[T ][\d:.,]+(?:Z|[+-]\d\d:?\d\d)?[\])]?[\s|:-]*/
const CLOCK = /^[[(]?\d\d:\d\d:\d\d(?:[.,]\d+)?[\])]?[\s|:-]*/
const LEVEL =
  /^(?:FATAL|ERROR|CRITICAL|WARNING|WARN|INFO|DEBUG|TRACE|NOTICE)(?:\s*[:|-]+\s*|\s+(?=\S))/
const BRACKETS = /^\[[\w .@/:-]{1,40}\]\s*[:|-]?\s*/
/** Prefixes that are taken off one after the other. */
const PREFIXES = [TIME, CLOCK, BRACKETS, LEVEL] as const
const MAX_PREFIXES = 5
const STACK =
  /^\s+at\s\S|^\s+File "|^\s+~*\^+~*\s*$|^\s*\^+\s*$|^\s*\.{3} \d+ more|^node:internal\/|^goroutine \d+ |^\s+\d+: 0x[0-9a-f]|^Node\.js v\d|^Traceback \(most recent/

/** A line without what terminals and loggers put around it; empty where nothing is left. */
export function plainLine(line: string): string {
  let text = withoutTerminalCodes(line).trimEnd()
  const opened = messageOfJson(text)
  if (opened !== undefined) text = opened
  if (isStackLine(text)) return text
  text = text.trim()
  for (let round = 0; round < MAX_PREFIXES; round += 1) {
    const before = text
    for (const prefix of PREFIXES) text = text.replace(prefix, '')
    if (text === before || text === '') break
  }
  // A line that is only a level says that much.
  return text === '' ? withoutTerminalCodes(line).trim() : (messageOfJson(text) ?? text)
}

function isStackLine(text: string): boolean {
  return STACK.test(text)
}

/** The message in a line of JSON, as loggers and servers of APIs write it. */
function messageOfJson(text: string): string | undefined {
  const at = text.indexOf('{')
  if (at < 0 || !text.endsWith('}') || at > 80) return undefined
  const parsed = parseJson(text.slice(at))
  const value = parsed.ok ? parsed.value : undefined
  return isObject(value) ? messageIn(value, 3) : undefined
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function messageIn(value: JsonValue | undefined, depth: number): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  if (!isObject(value) || depth === 0) return undefined
  for (const name of ['message', 'msg', 'error', 'error_description', 'detail', 'err']) {
    const found = messageIn(value[name], depth - 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** The lines that are known of an output, numbered; those between the first and the last are missing. */
export function readOutput({ first, last, count }: PrintedOutput): OutputLine[] {
  const read = (line: string, number: number): OutputLine => {
    const text = plainLine(line)
    return { number, text, isStack: isStackLine(withoutTerminalCodes(line)) }
  }
  return [
    ...first.map((line, index) => read(line, index + 1)),
    ...last.map((line, index) => read(line, count - last.length + index + 1)),
  ].filter(({ text }) => text.trim() !== '')
}

/** Words by which a line reads like the cause, the surest first. */
const CAUSE_WORDS = [
  /\b(?:is|are) (?:required|missing|not set|not defined)\b|\bmust (?:be (?:set|provided|specified)|provide|specify)\b|\bmissing (?:required )?(?:environment|argument|option|variable|api|parameter)|\b(?:please|you need to) (?:set|provide)\b|\bnot (?:been )?(?:set|provided|configured)\b|\brequired? (?:environment|argument|option)/i,
  /\b(?:ENOENT|EACCES|EADDRINUSE|ECONNREFUSED|EINVAL|ENOTEMPTY|EBADENGINE|ERR_[A-Z_]{4,}|MODULE_NOT_FOUND|CERTIFICATE_VERIFY_FAILED|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_[A-Z_]+)\b|\b(?:command|module|package|image|file) not found\b|cannot find (?:module|package)|no module named|no such (?:file|image)/i,
  /^(?:[A-Z]\w*)?(?:Error|Exception|Panic)\b|^(?:fatal|panic|uncaught|unhandled)\b|^npm (?:ERR!|error)\s/i,
  /\b(?:failed|cannot|could not|couldn't|unable to|invalid|denied|refused|unauthori[sz]ed|forbidden|expired|unsupported|unknown|not found)\b/i,
] as const
const USAGE = /^(?:usage|options|commands|arguments|examples?)\b\s*:?/i

/** The line that reads most like the cause of a failure; `undefined` where none does. */
export function causeLine(lines: readonly OutputLine[]): OutputLine | undefined {
  const candidates = lines.filter(({ isStack, text }) => !isStack && !USAGE.test(text))
  for (const words of CAUSE_WORDS) {
    const found = candidates.find(({ text }) => words.test(text))
    if (found) return found
  }
  return undefined
}

const NAME = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g
/** Names of variables that lead what is sent elsewhere, as many clients of an API read them. */
const ENDPOINT_NAME =
  /(?:^|_)(?:(?:API|BASE|GATEWAY|PROXY|SERVER)_UR[IL]|ENDPOINT|ENDPOINT_UR[IL](?:_\w{1,40})?|PROXY|HOST|HOSTNAME|ORIGIN)$/
const MAX_NAMES = 4
/** Characters of a name: longer ones are no variables, and would fill a button. */
const MAX_NAME_LENGTH = 60
/** Lines of a call's result in which a cause is looked for. */
const MAX_CALL_LINES = 40

/**
 * Names of variables that a failure asks for, in the order of the text. A variable that decides which code runs or
 * who reads what is sent is never among them: the text is the server's own.
 */
export function namedVariables(text: string): string[] {
  if (!CAUSE_WORDS[0].test(text) && !/\benv(?:ironment)?\b|\bapi[ _-]?key|\btoken\b/i.test(text))
    return []
  const names = new Set(text.match(NAME) ?? [])
  return [...names]
    .filter((name) => name.length <= MAX_NAME_LENGTH && !/^(?:ERR|UNABLE)_/.test(name))
    .filter((name) => variableEffect(name) === null && !ENDPOINT_NAME.test(name))
    .slice(0, MAX_NAMES)
}

/** Names of variables in the line of a failed call that reads most like its cause. */
export function variablesOfCall(text: string): string[] {
  const first = text.split(/\r?\n/, MAX_CALL_LINES)
  const said = causeLine(readOutput({ first, last: [], count: first.length }))
  return said && CAUSE_WORDS[0].test(said.text) ? namedVariables(said.text) : []
}

const OPTION = /(?:^|[\s`'"([])(--[a-z][a-z0-9-]{1,40})/g

/** Options of the command that a failure asks for. */
export function namedOptions(text: string): string[] {
  if (!CAUSE_WORDS[0].test(text)) return []
  const names = new Set([...text.matchAll(OPTION)].map((match) => match[1] ?? ''))
  return [...names].slice(0, MAX_NAMES)
}
