import type { JsonValue } from '@gatehouse/domain'
import { hasHidden } from '../text/hidden-characters.ts'
import { MAX_DRAWN_DEPTH, MAX_ITEMS } from './is-renderable.ts'
import { matchingOption } from './matching-option.ts'
import { isObject, ownMember } from './json-shape.ts'
import { childPointer } from './pointer.ts'
import { readField, type FieldKind } from './read-field.ts'
import type { SchemaForm } from './use-schema-form.ts'

/**
 * True if a text has parts that a text field cannot show: unseen characters, or a CR, which it may draw as a line
 * break.
 */
export function hasUnseen(text: string): boolean {
  return text.includes('\r') || hasHidden(text)
}

const textOf = (value: JsonValue): string => JSON.stringify(value)
const isSame = (one: JsonValue, other: JsonValue): boolean => textOf(one) === textOf(other)

interface Place {
  pointer: string
  depth: number
}

/**
 * True if the form leaves a part of its value undrawn: a member that the schema names no field for, a value of
 * another kind than its control, characters that its control cannot show. A default may hold those.
 */
export function formOmitsValues({
  root,
  tab,
  value,
  raw,
  chosen,
}: Pick<SchemaForm, 'root' | 'tab' | 'value' | 'raw' | 'chosen'>): boolean {
  if (root === null || tab === 'raw') return hasUnseen(raw.text)
  return isHidden(root, value, { pointer: '', depth: 0 })

  function isHidden(schema: JsonValue, held: JsonValue | undefined, at: Place): boolean {
    if (held === undefined || held === null) return false
    const { field, schema: folded } = readField(schema, root ?? {})
    if (at.depth > MAX_DRAWN_DEPTH) return hasUnseen(textOf(held))
    switch (field.kind) {
      case 'string':
        // As dots; what the person typed there themselves is theirs to know.
        return field.format === 'password' && ownMember(folded, 'default') === held
      case 'object':
        return isHiddenInObject(field, held, at)
      case 'array':
        if (!Array.isArray(held) || held.length > MAX_ITEMS) return true
        return held.some((item, index) => isHidden(field.items, item, below(at, String(index))))
      case 'choice': {
        const picked = chosen.get(at.pointer) ?? -1
        const index = picked < 0 ? matchingOption(field.options, held, root ?? {}) : picked
        const option = field.options[index]
        return option === undefined || isHidden(option.schema, held, { ...at, depth: at.depth + 1 })
      }
      default:
        return isHiddenInLeaf(field, held)
    }
  }

  function isHiddenInObject(
    field: Extract<FieldKind, { kind: 'object' }>,
    held: JsonValue,
    at: Place,
  ): boolean {
    if (!isObject(held)) return true
    const schemas = new Map(field.properties)
    return Object.entries(held).some(([key, child]) => {
      const schema = schemas.get(key) ?? field.additional
      return schema === null || hasHidden(key) || isHidden(schema, child, below(at, key))
    })
  }
}

function below({ pointer, depth }: Place, key: string): Place {
  return { pointer: childPointer(pointer, key), depth: depth + 1 }
}

function isHiddenInLeaf(field: FieldKind, held: JsonValue): boolean {
  const isOffered = (one: JsonValue): boolean =>
    'options' in field &&
    field.options.some((option) => 'value' in option && isSame(option.value, one))
  switch (field.kind) {
    case 'boolean':
      return typeof held !== 'boolean'
    case 'const':
      return !isSame(field.value, held) || hasUnseen(textOf(held))
    case 'enum':
      return !isOffered(held) || hasUnseen(textOf(held))
    case 'set':
      return !Array.isArray(held) || !held.every(isOffered) || hasUnseen(textOf(held))
    default:
      return hasUnseen(textOf(held))
  }
}
