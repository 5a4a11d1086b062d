import type { Ask } from './ask.ts'
import type { JsonValue } from '../json/json.ts'

/** The cost of an ask for the window and the memory of both processes. */
export interface AskSize {
  cards: number
  /** Controls that its form has: fields, and the choices of fields in which several can be chosen. */
  fields: number
  /** Characters of all texts and names in it. */
  characters: number
}

/**
 * Budget of all pending asks of one server together. Measured in the window: two of the largest forms are drawn
 * without a halt; characters are twice those of the largest request.
 */
export const ASK_BUDGET: AskSize = { cards: 20, fields: 400, characters: 6_000_000 }

export function askSize(ask: Ask): AskSize {
  const form = ask.kind === 'elicitation' && ask.request.mode === 'form' ? ask.request : undefined
  return {
    cards: 1,
    fields: fieldsOf(form?.requestedSchema['properties']),
    characters: charactersOf(ask),
  }
}

/**
 * Returns the part of the budget that one more ask would exceed; `undefined` when there is room. A single pending
 * ask always has room: a request has limits of its own.
 */
export function exceededAskBudget(
  pending: readonly AskSize[],
  next: AskSize,
): keyof AskSize | undefined {
  if (pending.length === 0) return undefined
  const parts = ['cards', 'fields', 'characters'] as const
  return parts.find((part) => {
    const sum = pending.reduce((total, size) => total + size[part], next[part])
    return next[part] > 0 && sum > ASK_BUDGET[part]
  })
}

function fieldsOf(properties: JsonValue | undefined): number {
  return membersOf(properties).reduce<number>((sum, field) => sum + 1 + choicesOf(field), 0)
}

/** Choices that are drawn one by one (MCP 2025-11-25, client/elicitation, "Multi-select"). */
function choicesOf(field: JsonValue): number {
  const items = memberOf(field, 'items')
  return Math.max(
    ...['enum', 'anyOf', 'oneOf'].map((key) => membersOf(memberOf(items, key)).length),
  )
}

function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && Object.hasOwn(value, key) ? value[key] : undefined
}

function membersOf(value: JsonValue | undefined): JsonValue[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}

function charactersOf(ask: Ask): number {
  let characters = 0
  const open: unknown[] = [ask]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') characters += value.length
    if (typeof value !== 'object' || value === null) continue
    for (const [key, member] of Object.entries(value)) {
      characters += Array.isArray(value) ? 0 : key.length
      open.push(member)
    }
  }
  return characters
}
