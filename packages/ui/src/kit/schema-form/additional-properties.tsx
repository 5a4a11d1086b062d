import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { Plus, X } from 'lucide-react'
import { useState, type ComponentType } from 'react'
import { Button } from '../button.tsx'
import { IconButton } from '../marks/icon-button.tsx'
import { TextField } from '../fields/text-field.tsx'
import { useFormContext, type SchemaFieldProps } from './form-context.ts'
import { initialValue } from './initial-value.ts'
import { ownMember } from './json-shape.ts'
import { childPointer } from './pointer.ts'
import type { ObjectKind } from './read-field.ts'

interface AdditionalPropertiesProps {
  pointer: string
  held: JsonObject
  field: ObjectKind
  depth: number
  onChange: (name: string, value: JsonValue | undefined) => void
  Item: ComponentType<SchemaFieldProps>
}

/** Properties the schema does not name: the person names them. */
export function AdditionalProperties({
  pointer,
  held,
  field,
  depth,
  onChange,
  Item,
}: AdditionalPropertiesProps) {
  const { root, labels, formId, disabled } = useFormContext()
  const [name, setName] = useState('')
  const declared = new Set(field.properties.map(([key]) => key))
  const extra = Object.keys(held).filter((key) => !declared.has(key))
  const schema = field.additional ?? true
  const free = name !== '' && !Object.hasOwn(held, name) && !declared.has(name)
  const add = () => {
    if (!free) return
    onChange(name, initialValue(schema, root) ?? '')
    setName('')
  }
  return (
    <>
      {extra.map((key) => (
        <div key={key} className="flex items-start gap-1.5">
          <div className="min-w-0 flex-1">
            <Item
              schema={schema}
              pointer={childPointer(pointer, key)}
              name={key}
              title={key}
              value={ownMember(held, key)}
              onChange={onChange}
              required
              depth={depth + 1}
            />
          </div>
          <IconButton
            icon={X}
            size="small"
            label={labels.removeProperty(key)}
            disabled={disabled}
            onClick={() => onChange(key, undefined)}
          />
        </div>
      ))}
      <div className="flex items-end gap-2">
        <TextField
          label={labels.propertyName}
          id={`${formId}${pointer}/+name`}
          mono
          className="w-56"
          value={name}
          disabled={disabled}
          onValueChange={setName}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            add()
          }}
        />
        <Button icon={Plus} disabled={disabled || !free} onClick={add}>
          {labels.addProperty}
        </Button>
      </div>
    </>
  )
}
