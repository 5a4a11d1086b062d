import { valueOfJson } from '@gatehouse/domain'
import type { z } from 'zod'

/** Characters of a value or of an alternative that are shown. */
const SHOWN = 40
/** Levels of alternatives that are looked into for the cause. */
const MAX_NESTED = 8

/** The client's words for a transport that was closed. */
const NOT_CONNECTED = 'Not connected'

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

/**
 * The first fault that a schema found in a value, for people: "`content.0.text` is missing, expected text". Without
 * the value, what is there is not named.
 */
export function describeIssues(
  issues: readonly z.core.$ZodIssue[],
  value?: { given: unknown },
): string {
  const [first] = issues
  if (!first) return 'It cannot be read.'
  const { issue, path } = causeOf(first, [])
  const place = path.length === 0 ? 'It' : `\`${path.map(String).join('.').slice(0, 100)}\``
  if (value === undefined) return `${place} is not ${expectedOf(issue) ?? 'as expected'}`
  const expected = expectedOf(issue)
  const found = kindOf(memberAt(value.given, path))
  return expected === undefined || expected === found
    ? `${place} cannot be used: ${issue.message}`
    : `${place} is ${found}, expected ${expected}`
}

/** The error of the client in words: its schemas report their findings as JSON or as a list of phrases. */
export function errorWords(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  if (text === NOT_CONNECTED) return 'Its connection is closed.'
  const issues = issuesIn(text)
  if (!issues) return text
  const before = withoutSuffixes(text.slice(0, text.indexOf('[')))
  const words = describeIssues(issues)
  return before === '' ? `${words}.` : `${before}: ${words}.`
}

function withoutSuffixes(text: string): string {
  let left = text.trimEnd()
  for (const suffix of [':', 'ZodError', 'Error', ':'])
    if (left.endsWith(suffix)) left = left.slice(0, -suffix.length).trimEnd()
  return left
}

/** The findings of a schema in the words of an error. */
function issuesIn(text: string): z.core.$ZodIssue[] | undefined {
  const start = text.indexOf('[')
  if (start === -1 || !text.includes('"path"', start)) return undefined
  const issues = valueOfJson(text.slice(start))
  // The client made it from the findings of its own schema.
  return Array.isArray(issues) ? (issues as unknown as z.core.$ZodIssue[]) : undefined
}

interface Cause {
  issue: z.core.$ZodIssue
  path: PropertyKey[]
}

/** Of alternatives the one that got furthest: the kind that was meant. */
function causeOf(issue: z.core.$ZodIssue, before: PropertyKey[], level = 0): Cause {
  const path = [...before, ...issue.path]
  if (issue.code !== 'invalid_union' || level > MAX_NESTED) return { issue, path }
  const branches = issue.errors.flatMap((branch) => {
    const [first] = branch
    return first ? [causeOf(first, path, level + 1)] : []
  })
  const deepest = branches.toSorted((a, b) => b.path.length - a.path.length)[0]
  return deepest && deepest.path.length > path.length ? deepest : { issue, path }
}

function expectedOf(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === 'invalid_type') return KINDS[issue.expected] ?? `a ${issue.expected}`
  if (issue.code === 'invalid_value')
    return issue.values.slice(0, 8).map(valueText).join(' or ').slice(0, 200)
  if (issue.code === 'custom') return KINDS[String(issue.params?.['expected'])]
  if (issue.code === 'invalid_format') return `a text of the format ${issue.format}`
  if (issue.code !== 'invalid_union') return undefined
  const kinds = issue.errors.flatMap(([first]) => (first ? [expectedOf(first)] : []))
  const known = [...new Set(kinds.filter((kind) => kind !== undefined))]
  return known.length === 0 ? undefined : known.join(' or ').slice(0, 200)
}

function memberAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let member = value
  for (const name of path) {
    if (typeof member !== 'object' || member === null || !Object.hasOwn(member, name))
      return undefined
    member = (member as Record<PropertyKey, unknown>)[name]
  }
  return member
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return valueText(value)
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
