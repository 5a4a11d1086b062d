import { valueOfJson, type JsonValue } from '@gatehouse/domain'
import { readMarkdownTable, readSeparated } from './read-table.ts'
import {
  isObject,
  textOf,
  tableOfColumns,
  tableOfLists,
  tableOfObjects,
  type TableData,
} from './table-data.ts'

/** A form in which a text or value of a result can be shown beside the form in which it was sent. */
export type Shape =
  | { kind: 'table'; table: TableData; facts: readonly (readonly [string, string])[] }
  | { kind: 'tree'; value: JsonValue }
  | { kind: 'diff'; text: string }
  | { kind: 'markdown'; text: string; leavesOut: boolean }
  | { kind: 'log' }
  | { kind: 'text' }

/** Characters; longer texts are shown as text. */
const MAX_CHARACTERS = 1_000_000
const TEXT: Shape = { kind: 'text' }

/** The shape of a text. Every reader is linear and bounded: the text is of a server. */
export function detectShape(text: string): Shape {
  if (text.length > MAX_CHARACTERS) return TEXT
  const trimmed = text.trim()
  if (trimmed === '') return TEXT
  const fenced = readWholeFence(trimmed)
  if (fenced) return shapeOfFence(fenced)
  return (
    shapeOfJson(trimmed) ??
    diffShape(trimmed) ??
    tableShape(readMarkdownTable(trimmed)) ??
    logShape(trimmed) ??
    markdownShape(trimmed) ??
    tableShape(readSeparated(text.replace(/^\uFEFF/, ''))) ??
    TEXT
  )
}

const tableShape = (table: TableData | null): Shape | null =>
  table && { kind: 'table', table, facts: [] }

/** The shape of structured content: rows, or else a tree. */
export function shapeOfValue(value: JsonValue): Shape {
  return rowsOf(value) ?? { kind: 'tree', value }
}

function rowsOf(value: JsonValue): Shape | null {
  if (Array.isArray(value)) return tableShape(tableOfObjects(value) ?? tableOfLists(value))
  if (!isObject(value)) return null
  const direct = tableOfColumns(value)
  if (direct) return tableShape(direct)
  const members = Object.entries(value)
  const lists = members.filter(([, member]) => typeof member === 'object' && member !== null)
  const list = lists[0]?.[1]
  if (lists.length !== 1 || !Array.isArray(list)) return null
  const table = tableOfObjects(list) ?? tableOfLists(list)
  const facts = members
    .filter(([, member]) => member !== list)
    .map(([name, member]) => [name, textOf(member)] as const)
  return table && { kind: 'table', table, facts }
}

/** JSON, and JSON Lines. A text with duplicate keys, or numbers that would change, stays text. */
function shapeOfJson(text: string): Shape | null {
  if (!/^[[{]/.test(text)) return null
  const value = valueOfJson(text, { exact: true })
  if (value !== undefined) return shapeOfValue(value)
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (lines.length < 2 || !lines.every((line) => /^\s*\{.*\}\s*$/.test(line))) return null
  const values: JsonValue[] = []
  for (const line of lines) {
    const one = valueOfJson(line, { exact: true })
    if (one === undefined) return null
    values.push(one)
  }
  return shapeOfValue(values)
}

interface Fence {
  language: string
  code: string
}

/** The code of a text that is one fence. Other words beside the fence would not be seen. */
function readWholeFence(text: string): Fence | null {
  const open = /^(`{3,9}|~{3,9})([\w+#.-]{0,24})\r?\n/.exec(text)
  const mark = open?.[1]
  if (!open || mark === undefined || !text.endsWith(`\n${mark}`)) return null
  const code = text.slice(open[0].length, -mark.length - 1)
  if (code.split('\n').some((line) => line.startsWith(mark))) return null
  return { language: (open[2] ?? '').toLowerCase(), code }
}

function shapeOfFence({ language, code }: Fence): Shape {
  if (language === 'diff' || language === 'patch') return { kind: 'diff', text: code }
  const trimmed = code.trim()
  return shapeOfJson(trimmed) ?? tableShape(readSeparated(code)) ?? diffShape(trimmed) ?? TEXT
}

/** Characters before a diff: a heading of a tool, or the message of a commit. */
const MAX_DIFF_LEAD = 2000

/** A unified diff: a hunk below the names of two files. Words before it are lines of their own in its view. */
function diffShape(all: string): Shape | null {
  const at = all.slice(0, MAX_DIFF_LEAD).search(/^(?:diff --git |Index: |--- |@@ -)/m)
  const lead = all.slice(0, Math.max(0, at))
  // Markdown with a diff in it, or a rule of Markdown above one.
  if (at === -1 || /^(?:```|~~~|#{1,6} |---$)/m.test(lead)) return null
  const shape = diffFromBegin(all.slice(at))
  return shape && { kind: 'diff', text: all }
}

function diffFromBegin(text: string): Shape | null {
  const hasNames = /^--- .*\r?\n\+\+\+ /m.test(text)
  const hasHunk = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m.test(text)
  const begins = /^(?:diff --git |Index: |--- |@@ -)/.test(text)
  return begins && hasHunk && (hasNames || text.startsWith('@@')) ? { kind: 'diff', text } : null
}

const TIME = /^\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d/
const CLOCK = /^\[?\d\d:\d\d:\d\d\b/
const SYSLOG = /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d /
const LEVEL = /^\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b\]?[:\s]/i
const MIN_LOG_LINES = 3
/** Lines that are looked at, to tell a log from other text. */
const LOG_SAMPLE = 200

function logShape(text: string): Shape | null {
  const lines = text.split('\n', LOG_SAMPLE).filter((line) => line.trim() !== '')
  const marked = lines.filter((line) => [TIME, CLOCK, SYSLOG, LEVEL].some((one) => one.test(line)))
  return marked.length >= MIN_LOG_LINES && marked.length > lines.length * 0.6
    ? { kind: 'log' }
    : null
}

/** The level that a line of a log names; null for other lines. */
export function levelOf(line: string): 'error' | 'warning' | null {
  const head = line.slice(0, 120)
  if (/\b(?:ERROR|FATAL|CRITICAL|SEVERE)\b|\berror[:\]]/.test(head)) return 'error'
  return /\bWARN(?:ING)?\b|\bwarn(?:ing)?[:\]]/.test(head) ? 'warning' : null
}

/** Characters; a longer text is not rendered. */
const MAX_MARKDOWN = 20_000
/** Characters of a line that are looked at for signs. */
const LINE_HEAD = 400

/** Signs of Markdown within a line. Quantifiers are bounded: the time stays linear. */
const WEAK_SIGNS = [
  /^(?:[-*+]|\d{1,4}\.) \S/,
  /\*\*[^\s*][^*]{0,100}\*\*/,
  /\[[^[\]]{1,100}\]\([^()\s]{1,200}\)/,
  /^> \S/,
  /`[^`]{1,100}`/,
]
/** Definitions of links, titles of links, words beside a fence: a rendered text does not show them. */
const UNSEEN = [
  /^ {0,3}\[[^\]]{1,200}\]:/,
  /\]\([^)\s]{0,200}\s{1,9}["'(]/,
  /^ {0,3}(?:`{3,9}|~{3,9})\S{0,24}[ \t]+\S/,
]

function markdownShape(text: string): Shape | null {
  // A page of HTML, a program with a first line of its own.
  if (text.length > MAX_MARKDOWN || /^(?:<[!?a-z]|#!)/i.test(text)) return null
  const lines = text.split(/\r?\n/)
  const isBlank = (at: number): boolean => (lines[at] ?? '').trim() === ''
  // A heading has empty lines around it, which a comment of a program seldom has.
  const hasHeading = lines.some(
    (line, at) => /^#{1,6} \S/.test(line) && isBlank(at - 1) && isBlank(at + 1),
  )
  const hasFence = lines.filter((line) => /^(?:```|~~~)/.test(line)).length > 1
  const hasTable = lines.some((line) => /^\|[ :|-]{3,}\|$/.test(line.trimEnd()))
  const heads = lines.map((line) => line.slice(0, LINE_HEAD))
  const weak = WEAK_SIGNS.filter((sign) => heads.some((line) => sign.test(line))).length
  const strong = [hasHeading, hasFence, hasTable].filter(Boolean).length
  if (strong * 2 + weak < 3) return null
  const leavesOut = lines.some((line) => UNSEEN.some((sign) => sign.test(line)))
  return { kind: 'markdown', text, leavesOut }
}
