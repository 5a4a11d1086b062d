import type { JsonValue, JsonObject } from '@gatehouse/domain'
import { memo, useMemo, useState } from 'react'
import { Button } from '../button.tsx'
import { ArrayField } from './array-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { MAX_DRAWN_DEPTH } from './is-renderable.ts'
import { useFormContext, type SchemaFieldProps, controlId } from './form-context.ts'
import {
  BooleanField,
  ConstField,
  EnumField,
  NumberField,
  SetField,
  StringField,
} from './leaf-fields.tsx'
import { ObjectField } from './object-field.tsx'
import { readField, type FieldReading } from './read-field.ts'
import { TextArea } from '../fields/text-area.tsx'
import { useFieldTexts } from './field-texts.tsx'
import { parseTypedJson } from './parse-typed-json.ts'

/** The control that fits a schema. */
export const SchemaField = memo(function SchemaField(props: SchemaFieldProps) {
  const { root } = useFormContext()
  const reading = useMemo(() => readField(props.schema, root), [props.schema, root])
  if (!reading.nullable) return <FieldBody {...props} reading={reading} />
  return (
    <div className="flex flex-col gap-1">
      {props.value !== null && <FieldBody {...props} reading={reading} />}
      <NullToggle {...props} />
    </div>
  )
})

function FieldBody({ reading, ...props }: SchemaFieldProps & { reading: FieldReading }) {
  const { field, schema: folded } = reading
  if (props.depth > MAX_DRAWN_DEPTH) return <RawField {...props} folded={folded} />
  switch (field.kind) {
    case 'string':
      return <StringField {...props} folded={folded} field={field} />
    case 'number':
      return <NumberField {...props} folded={folded} field={field} />
    case 'boolean':
      return <BooleanField {...props} folded={folded} field={field} />
    case 'const':
      return <ConstField {...props} folded={folded} field={field} />
    case 'enum':
      return <EnumField {...props} folded={folded} field={field} />
    case 'set':
      return <SetField {...props} folded={folded} field={field} />
    case 'array':
      return <ArrayField {...props} folded={folded} field={field} Item={SchemaField} />
    case 'object':
      return <ObjectField {...props} folded={folded} field={field} Item={SchemaField} />
    case 'choice':
      return <ChoiceField {...props} folded={folded} field={field} Item={SchemaField} />
    case 'any':
      return <RawField {...props} folded={folded} />
  }
}

function NullToggle({ name, title, value, onChange }: SchemaFieldProps) {
  const { labels, disabled } = useFormContext()
  const isNull = value === null
  const next: JsonValue | undefined = isNull ? undefined : null
  return (
    <div className="flex items-center gap-2 text-small text-fg-3">
      {isNull && <span className="font-mono text-fg-2">{title}: null</span>}
      <Button
        size="small"
        variant="ghost"
        disabled={disabled}
        className="-ml-2"
        onClick={() => onChange(name, next)}
      >
        {isNull ? labels.isNull : labels.setNull}
      </Button>
    </div>
  )
}

/** A part that no control fits: any JSON, typed as it is. Text that is not JSON is sent as text. */
function RawField(props: SchemaFieldProps & { folded: JsonObject }) {
  const { pointer, name, value, onChange, folded } = props
  const { formId, labels, touch, disabled } = useFormContext()
  const [typed, setTyped] = useState<string | null>(null)
  const texts = useFieldTexts(props, folded, 'JSON')
  const parsed = typed === null || typed.trim() === '' ? null : parseTypedJson(typed)
  const shown =
    typed !== null && sameValue(parsed, value)
      ? typed
      : value === undefined
        ? ''
        : JSON.stringify(value, null, 2)
  const change = (text: string) => {
    setTyped(text)
    const next = text.trim() === '' ? null : parseTypedJson(text)
    onChange(name, next === null ? undefined : next.ok ? next.value : text)
  }
  const mistake =
    parsed !== null && !parsed.ok && shown === typed ? labels.badJson(parsed.mistake) : undefined
  return (
    <TextArea
      {...texts}
      warning={mistake}
      id={controlId(formId, pointer)}
      mono
      minRows={1}
      maxRows={14}
      disabled={disabled}
      value={shown}
      onBlur={() => touch(pointer)}
      onValueChange={change}
    />
  )
}

function sameValue(
  parsed: ReturnType<typeof parseTypedJson> | null,
  value: JsonValue | undefined,
): boolean {
  if (parsed === null) return value === undefined
  return parsed.ok
    ? JSON.stringify(parsed.value) === JSON.stringify(value)
    : typeof value === 'string'
}
