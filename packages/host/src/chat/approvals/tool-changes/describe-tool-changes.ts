import {
  canonicalJson,
  toolHints,
  type ChangeMeaning,
  type ChangeLocation,
  type JsonObject,
  type JsonValue,
  type Tool,
} from '@gatehouse/domain'
import { invisibleIn, truncateText } from '@gatehouse/domain/text'
import { findInjectionPhrases } from './find-injection-phrases.ts'
import { isObject, textsIn } from './schema-text.ts'

const MAX_MEANINGS = 30
const MAX_VALUES = 20
const MAX_TEXT = 200

/** Emoji and what joins and colours them, which is seen. */
const emoji = /\p{Extended_Pictographic}\uFE0F?(?:\u200D\p{Extended_Pictographic}\uFE0F?)*/gu

/** Describes what a changed definition means for a person who allowed the old one, the most important first. */
export function describeToolChanges(before: Tool, after: Tool): ChangeMeaning[] {
  const places = placesOf(before, after)
  return [
    ...places.filter(newHiddenCharacters).map(({ place }) => ({ kind: 'hidden', place }) as const),
    ...places
      .filter(addsInjectionPhrases)
      .map(({ place }) => ({ kind: 'instructions', place }) as const),
    ...uiResource(before, after),
    ...effects(before, after),
    ...argumentMeanings(before, after),
  ].slice(0, MAX_MEANINGS)
}

/** A text as it was, and as it is. */
export interface TextChange {
  before: string
  after: string
}

interface Place extends TextChange {
  place: ChangeLocation
}

/** Returns a test for findings that are new or more frequent. */
const hasMore =
  (findIn: (text: string) => readonly string[]) =>
  ({ before, after }: TextChange): boolean => {
    if (before === after) return false
    const left = new Map<string, number>()
    for (const one of findIn(before)) left.set(one, (left.get(one) ?? 0) + 1)
    return findIn(after).some((one) => {
      const count = left.get(one) ?? 0
      left.set(one, count - 1)
      return count === 0
    })
  }

/** True if a text has invisible characters that it did not have before. */
export const newHiddenCharacters = hasMore(hiddenIn)

/** True if a text has phrases like instructions to a model that it did not have before. */
export const addsInjectionPhrases = hasMore(findInjectionPhrases)

/** The texts of both definitions, by where a person would look for them. */
function placesOf(before: Tool, after: Tool): Place[] {
  const [old, now] = [propertiesOf(before), propertiesOf(after)]
  return [
    { place: { part: 'title' }, before: titles(before), after: titles(after) },
    {
      place: { part: 'description' },
      before: before.description ?? '',
      after: after.description ?? '',
    },
    ...Object.keys(now).map((name) => ({
      place: { part: 'argument', name: cut(name) } as const,
      before: Object.hasOwn(old, name) ? `${name}\n${textsIn(old[name])}` : '',
      after: `${name}\n${textsIn(now[name])}`,
    })),
    { place: { part: 'other' }, before: others(before), after: others(after) },
  ]
}

function titles({ title, annotations }: Tool): string {
  return `${title ?? ''}\n${annotations?.title ?? ''}`
}

function others({ inputSchema, outputSchema, _meta }: Tool): string {
  const { properties: _properties, ...rest } = inputSchema
  return [rest, outputSchema, _meta].map(textsIn).join('\n')
}

/** Characters that no one sees, but for line breaks and tabs. */
export function hiddenIn(text: string): readonly string[] {
  return invisibleIn(text.replaceAll(/[\t\r\n]/g, ' ').replaceAll(emoji, ''))
}

/** The resource that a tool draws itself with (MCP Apps, `_meta.ui.resourceUri`; earlier names of the same). */
function uiOf({ _meta }: Tool): string | null {
  const ui = _meta?.['ui']
  const found = [
    isObject(ui) ? ui['resourceUri'] : undefined,
    _meta?.['ui/resourceUri'],
    _meta?.['openai/outputTemplate'],
  ].find((uri) => typeof uri === 'string')
  return typeof found === 'string' ? found : null
}

function uiResource(before: Tool, after: Tool): ChangeMeaning[] {
  const [old, now] = [uiOf(before), uiOf(after)]
  if (old === now) return []
  return [
    {
      kind: 'ui-resource',
      before: old === null ? null : cut(old),
      after: now === null ? null : cut(now),
    },
  ]
}

/** It declares less than before that it does no harm. Absent hints mean the worse (MCP 2025-11-25, ToolAnnotations). */
function effects(before: Tool, after: Tool): ChangeMeaning[] {
  const [old, now] = [toolHints(before), toolHints(after)]
  if (old.isReadOnly && !now.isReadOnly) return [{ kind: 'may-write' }]
  return !old.isDestructive && now.isDestructive ? [{ kind: 'may-destroy' }] : []
}

function argumentMeanings(before: Tool, after: Tool): ChangeMeaning[] {
  const [old, now] = [propertiesOf(before), propertiesOf(after)]
  const [wasRequired, isRequired] = [requiredOf(before), requiredOf(after)]
  return Object.keys(now).flatMap((name): ChangeMeaning[] => {
    const label = cut(name)
    if (!Object.hasOwn(old, name))
      return [{ kind: 'new-argument', name: label, required: isRequired.has(name) }]
    const more = widened(old[name], now[name])
    return [
      ...(isRequired.has(name) && !wasRequired.has(name)
        ? [{ kind: 'required', name: label } as const]
        : []),
      ...(more ? [{ kind: 'widened', name: label, values: more } as const] : []),
    ]
  })
}

/** The values that an argument takes now and did not; none = any; null = no more than before. */
function widened(before: JsonValue | undefined, after: JsonValue | undefined): string[] | null {
  const [old, now] = [enumOf(before), enumOf(after)]
  if (!old) return null
  if (!now) return []
  const known = new Set(old.map((value) => canonicalJson(value)))
  const more = now.filter((value) => !known.has(canonicalJson(value)))
  if (more.length === 0) return null
  return more
    .slice(0, MAX_VALUES)
    .map((value) => cut(typeof value === 'string' ? value : canonicalJson(value)))
}

function enumOf(schema: JsonValue | undefined): JsonValue[] | null {
  if (!isObject(schema)) return null
  if (Object.hasOwn(schema, 'const')) return [schema['const'] ?? null]
  return Array.isArray(schema['enum']) ? schema['enum'] : null
}

export function propertiesOf({
  inputSchema: { properties },
}: Pick<Tool, 'inputSchema'>): JsonObject {
  return isObject(properties) ? properties : {}
}

export function requiredOf({
  inputSchema: { required },
}: Pick<Tool, 'inputSchema'>): ReadonlySet<unknown> {
  return new Set(Array.isArray(required) ? required : [])
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${truncateText(text, MAX_TEXT)}…` : text
}
