import type { JsonObject } from '@gatehouse/domain'
import { useMemo, type ComponentType } from 'react'
import { Select } from '../fields/select.tsx'
import { useFieldTexts } from './field-texts.tsx'
import { matchingOption } from './matching-option.ts'
import { controlId, useFormContext, type SchemaFieldProps } from './form-context.ts'
import { initialValue } from './initial-value.ts'
import type { FieldKind } from './read-field.ts'

export interface ChoiceFieldProps extends SchemaFieldProps {
  folded: JsonObject
  field: Extract<FieldKind, { kind: 'choice' }>
  Item: ComponentType<SchemaFieldProps>
}

const NOT_SET = 'none'
const NO_OPTION = -1

/** One of several shapes: which one, then its fields. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { pointer, name, value, onChange, required, depth, folded, field, Item } = props
  const { root, formId, labels, chosenAt, choose, disabled } = useFormContext()
  const texts = useFieldTexts(props, folded)
  const chosen = chosenAt(pointer)
  const picked = chosen === NO_OPTION && value !== undefined ? undefined : chosen
  const fitting = useMemo(
    () =>
      value === undefined || picked !== undefined
        ? undefined
        : matchingOption(field.options, value, root),
    [field.options, picked, root, value],
  )
  const index = picked ?? fitting
  const option = index === undefined ? undefined : field.options[index]
  const change = (next: string) => {
    if (next === NOT_SET) {
      choose(pointer, NO_OPTION)
      onChange(name, undefined)
      return
    }
    const wanted = field.options[Number(next)]
    choose(pointer, Number(next))
    onChange(name, wanted === undefined ? undefined : initialValue(wanted.schema, root))
  }
  const options = field.options.map((one, at) => ({
    value: String(at),
    label:
      one.label ??
      (one.types.length > 0 ? labels.types(one.types, one.format) : labels.option(at + 1)),
  }))
  return (
    <div className="flex flex-col gap-2">
      <Select
        {...texts}
        id={controlId(formId, `${pointer}/+variant`)}
        hint={texts.hint ?? labels.variant}
        placeholder={labels.notSet}
        disabled={disabled}
        value={option === undefined ? (required ? null : NOT_SET) : String(index)}
        onValueChange={change}
        options={required ? options : [{ value: NOT_SET, label: labels.notSet }, ...options]}
      />
      {option && (
        <Item
          key={index}
          schema={option.schema}
          pointer={pointer}
          name={name}
          title={props.title}
          value={value}
          onChange={onChange}
          required={required || value !== undefined}
          depth={depth + 1}
          labelHidden
        />
      )}
    </div>
  )
}
