import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { useState } from 'react'
import { TextArea } from '../fields/text-area.tsx'
import { useFieldTexts } from './field-texts.tsx'
import { controlId, useFormContext, type SchemaFieldProps } from './form-context.ts'
import { parseTypedJson } from './parse-typed-json.ts'

/** A part that no control fits: any JSON, typed as it is. Text that is not JSON is sent as text. */
export function RawField(props: SchemaFieldProps & { folded: JsonObject }) {
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
