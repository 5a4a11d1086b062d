import type { JsonValue } from '@gatehouse/domain'
import { isObject, ownMember } from './json-shape.ts'
import type { PreparedSchema } from './prepare-schema.ts'
import { readField } from './read-field.ts'

/** Controls that a window draws in one go without a halt. */
const MAX_CONTROLS = 400
/** Fields that are looked at to find that out. */
const MAX_LOOKS = 4000
/** Levels that fields are drawn for; what is deeper is one control of raw JSON. */
export const MAX_DRAWN_DEPTH = 10
/** Array items that are drawn; longer arrays are edited as raw JSON. */
export const MAX_ITEMS = 200
/** An item has three buttons beside its field. */
const ITEM_CONTROLS = 3
/** Schemas that are held against a value in the time that one control takes. */
const CHECKS_A_CONTROL = 25

interface Place {
  depth: number
  required: boolean
}

/** True if a form with this value has no more open controls than a window can draw at once. */
export function isRenderable({ root, nodes }: PreparedSchema, value: JsonValue): boolean {
  let looks = 0
  const sizeOf = (source: JsonValue, held: JsonValue | undefined, place: Place): number => {
    looks += 1
    if (looks > MAX_LOOKS || place.depth > MAX_DRAWN_DEPTH) return 1
    const { field } = readField(source, root)
    const below = { depth: place.depth + 1, required: true }
    switch (field.kind) {
      case 'set':
        return 1 + field.options.length
      case 'array': {
        const items = Array.isArray(held) ? held.slice(0, MAX_ITEMS) : []
        return sum(items, (item) => ITEM_CONTROLS + sizeOf(field.items, item, below))
      }
      case 'choice': {
        if (held === undefined) return 1
        const sizes = field.options.map((one) => sizeOf(one.schema, held, below))
        return 1 + (field.options.length * nodes) / CHECKS_A_CONTROL + Math.max(...sizes)
      }
      case 'object': {
        const values = isObject(held) ? held : {}
        const isOpen = place.required || place.depth < 2 || held !== undefined
        if (!isOpen) return 1
        const names = new Set(field.properties.map(([name]) => name))
        const extra =
          field.additional === null ? [] : Object.keys(values).filter((name) => !names.has(name))
        const additional = field.additional ?? true
        return (
          sum(field.properties, ([name, schema]) => {
            const required = field.required.has(name) && (place.required || held !== undefined)
            return sizeOf(schema, ownMember(values, name), { ...below, required })
          }) + sum(extra, (name) => 1 + sizeOf(additional, ownMember(values, name), below))
        )
      }
      default:
        return 1
    }
  }
  const size = sizeOf(root, value, { depth: 0, required: true })
  return looks <= MAX_LOOKS && size <= MAX_CONTROLS
}

/** 1, and what each item counts. */
function sum<Item>(items: readonly Item[], sizeOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + sizeOf(item), 1)
}
