import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react'
import { Button } from '../button.tsx'
import { Field } from '../fields/field.tsx'
import { IconButton } from '../marks/icon-button.tsx'
import { MAX_ITEMS } from './is-renderable.ts'
import { useFieldTexts } from './field-texts.tsx'
import { controlId, useFormContext, type SchemaFieldProps } from './form-context.ts'
import { initialValue } from './initial-value.ts'
import { numberMember } from './json-shape.ts'
import { childPointer } from './pointer.ts'
import { readField, type FieldKind } from './read-field.ts'

export interface ArrayFieldProps extends SchemaFieldProps {
  folded: JsonObject
  field: Extract<FieldKind, { kind: 'array' }>
  Item: ComponentType<SchemaFieldProps>
}

/** Returns the initial value of a new item: one of the right type, for an item cannot be absent. */
function blankItem(schema: JsonValue, root: JsonObject): JsonValue {
  const given = initialValue(schema, root)
  if (given !== undefined) return given
  const { field, nullable } = readField(schema, root)
  switch (field.kind) {
    case 'object':
      return {}
    case 'array':
    case 'set':
      return []
    case 'enum':
      return field.options[0]?.value ?? null
    case 'boolean':
      return false
    case 'const':
      return field.value
    case 'string':
    case 'number':
    case 'choice':
    case 'any':
      return nullable ? null : ''
  }
}

/** Keys that stay with their items as these move. */
function useItemKeys(count: number): {
  keys: number[]
  move: (change: (keys: number[]) => number[]) => void
} {
  const [state, setState] = useState({ keys: [] as number[], next: 0 })
  if (state.keys.length !== count) {
    const missing = Math.max(0, count - state.keys.length)
    const added = Array.from({ length: missing }, (_, index) => state.next + index)
    setState({ keys: [...state.keys.slice(0, count), ...added], next: state.next + missing })
  }
  const move = (change: (keys: number[]) => number[]) =>
    setState((old) => ({ ...old, keys: change(old.keys) }))
  return { keys: state.keys, move }
}

function swapped<T>(list: readonly T[], from: number, to: number): T[] {
  const [a, b] = [list[from], list[to]]
  return a === undefined || b === undefined ? [...list] : list.with(from, b).with(to, a)
}

export function ArrayField(props: ArrayFieldProps) {
  const { pointer, name, value, onChange, required, depth, folded, field, Item } = props
  const { root, formId, labels, touch, disabled } = useFormContext()
  const texts = useFieldTexts(props, folded)
  const items = Array.isArray(value) ? value : []
  const { keys, move } = useItemKeys(items.length)
  const latest = useRef(items)
  useEffect(() => {
    latest.current = items
  })
  const emit = useCallback(
    (next: JsonValue[]) => {
      latest.current = next
      touch(pointer)
      onChange(name, next.length === 0 && !required ? undefined : next)
    },
    [name, onChange, pointer, required, touch],
  )
  const changeItem = useCallback(
    (index: string, item: JsonValue | undefined) =>
      emit(latest.current.with(Number(index), item ?? '')),
    [emit],
  )
  const swap = (from: number, to: number) => {
    move((all) => swapped(all, from, to))
    emit(swapped(items, from, to))
  }
  const remove = (at: number) => {
    move((all) => all.toSpliced(at, 1))
    emit(items.toSpliced(at, 1))
  }
  const limit = Math.min(numberMember(folded, 'maxItems') ?? MAX_ITEMS, MAX_ITEMS)
  return (
    <Field {...texts} id={controlId(formId, pointer)} group>
      {(control, labelId) => (
        <div
          id={control.id}
          role="group"
          tabIndex={-1}
          aria-labelledby={labelId}
          aria-describedby={control['aria-describedby']}
          className="flex flex-col gap-2"
        >
          {items.slice(0, MAX_ITEMS).map((item, index) => (
            <div key={keys[index] ?? `new-${index}`} className="flex items-start gap-1">
              <div className="min-w-0 flex-1">
                <Item
                  schema={field.items}
                  pointer={childPointer(pointer, index)}
                  name={String(index)}
                  title={labels.item(index + 1)}
                  value={item}
                  onChange={changeItem}
                  required
                  depth={depth + 1}
                  labelHidden
                />
              </div>
              <IconButton
                size="small"
                icon={ArrowUp}
                label={labels.moveUp(index + 1)}
                disabled={disabled || index === 0}
                onClick={() => swap(index, index - 1)}
              />
              <IconButton
                size="small"
                icon={ArrowDown}
                label={labels.moveDown(index + 1)}
                disabled={disabled || index === items.length - 1}
                onClick={() => swap(index, index + 1)}
              />
              <IconButton
                size="small"
                icon={X}
                label={labels.removeItem(index + 1)}
                disabled={disabled}
                onClick={() => remove(index)}
              />
            </div>
          ))}
          <Button
            size="small"
            icon={Plus}
            className="self-start"
            disabled={disabled || items.length >= limit}
            onClick={() => emit([...items, blankItem(field.items, root)])}
          >
            {labels.addItem}
          </Button>
        </div>
      )}
    </Field>
  )
}
