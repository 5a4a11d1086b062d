import {
  canonicalJson,
  parseJson,
  toolSchema,
  type JsonObject,
  type Tool,
  type ToolChange,
  type ToolChanges,
} from '@gatehouse/domain'
import { truncateText } from '@gatehouse/domain/text'
import { describeToolChanges, propertiesOf, requiredOf } from './describe-tool-changes.ts'
import { schemaWithoutSpace, withoutSpace } from './schema-text.ts'
import { definitionText } from '../../tool-offers/tool-catalog.ts'

/** Changes that a card lists. */
const MAX_CHANGES = 60
const MAX_DESCRIPTION = 16_000
const MAX_VALUE = 500

/** A definition as it was kept with its grant; `null` when it cannot be read. */
export function readDefinition(text: string | null): Tool | null {
  const json = text === null ? null : parseJson(text)
  if (!json?.ok) return null
  const { success, data } = toolSchema.safeParse(json.value)
  return success ? data : null
}

/** True if two definitions differ at most in the white space of their descriptions. */
export function differInSpaceOnly(before: Tool, after: Tool): boolean {
  return definitionText(withoutSpaces(before)) === definitionText(withoutSpaces(after))
}

/** A definition whose descriptions, those of its arguments too, have no white space of their own. */
export function withoutSpaces({ description, inputSchema, ...tool }: Tool): Tool {
  return {
    ...tool,
    inputSchema: schemaWithoutSpace(inputSchema),
    ...(description === undefined ? {} : { description: withoutSpace(description) }),
  }
}

/** The differences between a tool and the allowed one, the most important for the decision first. */
export function toolChanges(before: Tool, after: Tool): ToolChanges {
  const all = [
    ...textChanges(before, after),
    ...annotationChanges(before, after),
    ...argumentChanges(withoutSpaces(before), withoutSpaces(after)),
    ...otherChanges(before, after),
  ]
  return {
    changes: all.slice(0, MAX_CHANGES),
    more: Math.max(0, all.length - MAX_CHANGES),
    meanings: describeToolChanges(before, after),
  }
}

function textChanges(before: Tool, after: Tool): ToolChange[] {
  return (['title', 'description'] as const).flatMap((part) => {
    const [old, now] = [before[part] ?? '', after[part] ?? '']
    if (withoutSpace(old) === withoutSpace(now)) return []
    return [{ part, before: cut(old, MAX_DESCRIPTION), after: cut(now, MAX_DESCRIPTION) }]
  })
}

function annotationChanges({ annotations: before = {} }: Tool, after: Tool): ToolChange[] {
  const { annotations: now = {} } = after
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])] as (keyof typeof now)[]
  return names.flatMap((name) => {
    const [old, new_] = [before[name], now[name]]
    return old === new_
      ? []
      : [{ part: 'annotation', name, before: valueText(old), after: valueText(new_) }]
  })
}

function valueText(value: string | boolean | undefined): string | null {
  return value === undefined ? null : cut(String(value), MAX_VALUE)
}

function argumentChanges(before: Tool, after: Tool): ToolChange[] {
  const [old, now] = [propertiesOf(before), propertiesOf(after)]
  const [oldRequired, nowRequired] = [requiredOf(before), requiredOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name) => {
    const [from, to] = [textOf(old, name), textOf(now, name)]
    const isRequired = nowRequired.has(name)
    const change =
      from === ''
        ? 'added'
        : to === ''
          ? 'removed'
          : from !== to
            ? 'changed'
            : isRequired === oldRequired.has(name)
              ? null
              : isRequired
                ? 'now-required'
                : 'now-optional'
    if (change === null) return []
    const shown = { before: cut(from, MAX_VALUE), after: cut(to, MAX_VALUE) }
    return [{ part: 'argument', name: cut(name, MAX_VALUE), change, ...shown } as const]
  })
}

function otherChanges(before: Tool, after: Tool): ToolChange[] {
  const parts = [
    ['input-schema', restOfSchema(before), restOfSchema(after)],
    ['output-schema', before.outputSchema, after.outputSchema],
    ['icons', before.icons, after.icons],
    ['meta', before._meta, after._meta],
  ] as const
  return parts.flatMap(([what, old, now]) =>
    canonicalJson(old ?? null) === canonicalJson(now ?? null) ? [] : [{ part: 'other', what }],
  )
}

function restOfSchema({ inputSchema }: Tool): JsonObject {
  const { properties: _properties, required: _required, ...rest } = schemaWithoutSpace(inputSchema)
  return rest
}

/** One property as JSON; empty when there is none. */
function textOf(properties: JsonObject, name: string): string {
  const value = Object.hasOwn(properties, name) ? properties[name] : undefined
  return value === undefined ? '' : canonicalJson(value)
}

function cut(text: string, most: number): string {
  return text.length > most ? `${truncateText(text, most)}…` : text
}
