import { toolSchema, type Tool } from '@gatehouse/domain'
import { z } from 'zod'
import { isDeeperThan } from '../../message-parsing/json-depth.ts'
import { describeIssues } from '../../message-parsing/describe-issue.ts'
import { leftOutEntry } from '../../message-parsing/salvage-list.ts'

/** Levels that a schema may nest (MCP 2026-07-28: hosts bound depth and size). */
const MAX_DEPTH = 128
const MAX_BYTES = 1_048_576
/** Characters of a name; the specification advises at most 128. */
const MAX_NAME = 512
/** Characters of a title, which is kept with each call. */
const MAX_TITLE = 256

export type ParsedTool = { tool: Tool } | { name: string; reason: string }

/** One entry of `tools/list`, or its name and why it cannot be used. */
export function parseTool(value: unknown): ParsedTool {
  const leftOut = leftOutEntry(value)
  if (leftOut) return leftOut
  const name = nameOf(value)
  if (isDeeperThan(value, MAX_DEPTH))
    return { name, reason: `it nests deeper than ${MAX_DEPTH} levels` }
  if (JSON.stringify(value).length > MAX_BYTES)
    return { name, reason: `its definition is larger than ${MAX_BYTES} characters` }
  const whole = toolSchema.safeParse({
    ...withoutLongTitles(value),
    taskSupport: taskSupportOf(value),
  })
  // Hints, titles and notes are not worth losing a tool for.
  const parsed = whole.success ? whole : toolSchema.safeParse(withoutExtras(value))
  if (!parsed.success) {
    return { name, reason: describeIssues(parsed.error.issues, { given: value }) }
  }
  if (parsed.data.name.length > MAX_NAME)
    return { name, reason: `its name is longer than ${MAX_NAME} characters` }
  // "type" must be "object" in every revision; arguments are always a JSON object.
  const type = parsed.data.inputSchema['type']
  if (type !== undefined && type !== 'object')
    return { name, reason: 'inputSchema.type is not "object"' }
  return { tool: parsed.data }
}

/** Its name is enough: a title is shown in a line and kept with each call. */
function withoutLongTitles(value: unknown): Record<string, unknown> {
  if (!isObject(value)) return {}
  const { title, annotations, ...rest } = value
  const { title: hint, ...hints } = isObject(annotations) ? annotations : {}
  return {
    ...rest,
    ...(title === undefined || isLong(title) ? {} : { title }),
    ...(annotations === undefined ? {} : { annotations: isLong(hint) ? hints : annotations }),
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isLong(title: unknown): boolean {
  return typeof title === 'string' && title.length > MAX_TITLE
}

function withoutExtras(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { name, description, inputSchema, outputSchema, _meta } = value as Record<string, unknown>
  // It decides who may see the tool.
  const meta = toolSchema.shape._meta.safeParse(_meta).data
  return {
    name,
    inputSchema,
    ...(typeof description === 'string' ? { description } : {}),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(meta === undefined ? {} : { _meta: meta }),
  }
}

function nameOf(value: unknown): string {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : ''
  return typeof name === 'string' && name !== '' ? name.slice(0, 128) : '(no name)'
}

/** `execution.taskSupport`; a value that no revision knows counts as none. */
function taskSupportOf(value: unknown): Tool['taskSupport'] {
  const parsed = z
    .object({ execution: z.object({ taskSupport: toolSchema.shape.taskSupport }) })
    .safeParse(value)
  return parsed.data?.execution.taskSupport
}
