import { parseJson, type JsonObject, type JsonValue } from '@gatehouse/domain'
import { useState, type ReactNode } from 'react'
import { Checkbox } from '../fields/checkbox.tsx'
import { Combobox } from '../fields/combobox.tsx'
import { CodeBlock } from '../text/code-block.tsx'
import { Field } from '../fields/field.tsx'
import { revealed, RevealText, ShowWholeText } from '../text/reveal-text.tsx'
import { Select } from '../fields/select.tsx'
import { TextArea } from '../fields/text-area.tsx'
import { TextField } from '../fields/text-field.tsx'
import { useFieldTexts } from './field-texts.tsx'
import { controlId, useFormContext, type SchemaFieldProps } from './form-context.ts'
import { hasUnseen } from './form-omits-values.ts'
import { numberMember } from './json-shape.ts'
import type { FieldKind, FieldOption } from './read-field.ts'

type LeafProps<K extends FieldKind['kind']> = SchemaFieldProps & {
  folded: JsonObject
  field: Extract<FieldKind, { kind: K }>
}

const inputTypes: Record<string, string> = {
  email: 'email',
  uri: 'url',
  date: 'date',
  password: 'password',
}
const examples: Record<string, string> = {
  'date-time': '2026-03-14T09:26:53Z',
  time: '09:26:53Z',
  duration: 'P3DT4H',
  uri: 'https://',
  uuid: '00000000-0000-0000-0000-000000000000',
  ipv4: '192.0.2.1',
}

export function StringField(props: LeafProps<'string'>) {
  const { pointer, name, value, onChange, required, folded, field } = props
  const { formId, labels, touch, disabled } = useFormContext()
  const texts = useFieldTexts(props, folded, field.format)
  const text =
    typeof value === 'string'
      ? value
      : value === undefined || value === null
        ? ''
        : JSON.stringify(value)
  const typed = {
    ...texts,
    warning: labels.warning?.(name, folded),
    id: controlId(formId, pointer),
    value: text,
    mono: true,
    disabled,
    onBlur: () => touch(pointer),
    // An emptied optional field is one that was not filled in; an emptied required one holds ''.
    onValueChange: (next: string) => onChange(name, next === '' && !required ? undefined : next),
  }
  // One line shows no line break, and no one sees what is unseen: both are drawn below it.
  const hasBreaks = /[\r\n]/.test(text)
  const control = hasUnseen(text)
    ? { ...typed, description: <UnseenText text={text} description={typed.description} /> }
    : typed
  if (field.multiline || hasBreaks) return <TextArea {...control} minRows={1} maxRows={14} />
  const type = inputTypes[field.format ?? ''] ?? 'text'
  return <TextField {...control} type={type} placeholder={examples[field.format ?? '']} />
}

function UnseenText({ text, description }: { text: string; description: ReactNode }) {
  return (
    <>
      {description}
      <span data-testid="unseen-text" className="mt-0.5 block font-mono">
        <ShowWholeText>
          <RevealText text={text} />
        </ShowWholeText>
      </span>
    </>
  )
}

/** '1.' and '-' are on the way to a number; what is not a number is kept as text, and the check says so. */
function toNumber(text: string): JsonValue | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed)) return text
  // As JSON writes it; what would be sent as another number stays text.
  const literal = trimmed
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?=e|$)/i, '')
  const parsed = parseJson(literal, { exact: true })
  return parsed.ok ? parsed.value : text
}

function shownNumber(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function NumberField(props: LeafProps<'number'>) {
  const { pointer, name, value, onChange, folded, field } = props
  const { formId, labels, touch, disabled } = useFormContext()
  const shown = shownNumber(value)
  const [typed, setTyped] = useState(shown)
  const text = toNumber(typed) === value ? typed : shown
  const texts = useFieldTexts(
    props,
    folded,
    rangeOf(folded) ?? labels.types([field.integer ? 'integer' : 'number']),
  )
  return (
    <TextField
      {...texts}
      warning={labels.warning?.(name, folded)}
      id={controlId(formId, pointer)}
      mono
      inputMode={field.integer ? 'numeric' : 'decimal'}
      disabled={disabled}
      value={text}
      onBlur={() => touch(pointer)}
      onValueChange={(next) => {
        setTyped(next)
        onChange(name, toNumber(next))
      }}
    />
  )
}

function rangeOf(schema: JsonObject): string | undefined {
  const low = bound(numberMember(schema, 'minimum') ?? numberMember(schema, 'exclusiveMinimum'))
  const high = bound(numberMember(schema, 'maximum') ?? numberMember(schema, 'exclusiveMaximum'))
  if (low === undefined && high === undefined) return undefined
  if (high === undefined) return `≥ ${low}`
  return low === undefined ? `≤ ${high}` : `${low} – ${high}`
}

/** The ends of what JSON can hold exactly are not bounds that a person needs to read. */
function bound(value: number | undefined): number | undefined {
  return value !== undefined && Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value
}

export function BooleanField(props: LeafProps<'boolean'>) {
  const { pointer, name, value, onChange, folded } = props
  const { formId, labels, disabled } = useFormContext()
  const unset = value === undefined && !props.required
  const { label, description, error, hint } = useFieldTexts(props, folded)
  return (
    <Checkbox
      id={controlId(formId, pointer)}
      label={
        <>
          {label}
          {(hint || unset) && (
            <span className="ml-2 text-small text-fg-3">{hint ?? labels.notSet}</span>
          )}
        </>
      }
      labelHidden={props.labelHidden}
      description={description}
      error={error}
      disabled={disabled}
      checked={value === true}
      onCheckedChange={(checked) => onChange(name, checked)}
    />
  )
}

const NOT_SET = 'none'

export function EnumField(props: LeafProps<'enum'>) {
  const { pointer, name, value, onChange, required, folded, field } = props
  const { formId, labels, touch, disabled } = useFormContext()
  const texts = useFieldTexts(props, folded)
  const chosen = value === undefined ? -1 : indexOfValue(field.options, value)
  const options = field.options.map((option, index) => ({
    value: String(index),
    label: labelWithValue(option),
  }))
  const change = (next: string) => {
    touch(pointer)
    onChange(name, next === NOT_SET ? undefined : field.options[Number(next)]?.value)
  }
  const common = {
    ...texts,
    id: controlId(formId, pointer),
    disabled,
    value: chosen < 0 ? (required ? null : NOT_SET) : String(chosen),
    onValueChange: change,
    placeholder: labels.notSet,
    options: required ? options : [{ value: NOT_SET, label: labels.notSet }, ...options],
  }
  return options.length > 16 ? <Combobox {...common} /> : <Select {...common} />
}

/** A title is the server's own text; the value is what it gets. */
function labelWithValue({ label, value }: FieldOption): string {
  const sent = typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
  return label === sent ? label : `${label} (${sent})`
}

function indexOfValue(options: readonly FieldOption[], value: JsonValue): number {
  const text = JSON.stringify(value)
  return options.findIndex((option) => JSON.stringify(option.value) === text)
}

/** Several of a few: an array whose items are an enum. */
export function SetField(props: LeafProps<'set'>) {
  const { pointer, name, value, onChange, required, folded, field } = props
  const { formId, touch, disabled } = useFormContext()
  const texts = useFieldTexts(props, folded)
  const held = Array.isArray(value) ? value : []
  const toggle = (option: FieldOption, on: boolean) => {
    touch(pointer)
    const kept = field.options.filter((one) =>
      one === option
        ? on
        : indexOfValue([one], held.find((v) => indexOfValue([one], v) === 0) ?? null) === 0,
    )
    const next = kept.map((one) => one.value)
    onChange(name, next.length === 0 && !required ? undefined : next)
  }
  return (
    <Field {...texts} id={controlId(formId, pointer)} group>
      {(control, labelId) => (
        <div
          id={control.id}
          role="group"
          aria-labelledby={labelId}
          tabIndex={-1}
          className="flex flex-col gap-1.5 pt-0.5"
        >
          {field.options.map((option, index) => (
            <Checkbox
              key={index}
              label={revealed(labelWithValue(option))}
              disabled={disabled}
              checked={held.some((one) => indexOfValue([option], one) === 0)}
              onCheckedChange={(on) => toggle(option, on)}
            />
          ))}
        </div>
      )}
    </Field>
  )
}

/** A value the schema fixes: shown, and sent when the field is required or the person asks for it. */
export function ConstField(props: LeafProps<'const'>) {
  const { pointer, name, value, onChange, required, folded, field } = props
  const { formId, labels, disabled } = useFormContext()
  const { label, description, error } = useFieldTexts(props, folded)
  const code = JSON.stringify(field.value, null, 2)
  if (required) {
    return (
      <Field
        label={label}
        description={description}
        error={error}
        hint={labels.fixedValue}
        id={controlId(formId, pointer)}
        group
      >
        {() => <CodeBlock code={code} label={props.title} wrap maxHeight="8rem" />}
      </Field>
    )
  }
  return (
    <Checkbox
      id={controlId(formId, pointer)}
      label={
        <>
          {label} <code className="font-mono text-small text-fg-3">{code}</code>
        </>
      }
      description={description}
      error={error}
      disabled={disabled}
      checked={value !== undefined}
      onCheckedChange={(on) => onChange(name, on ? field.value : undefined)}
    />
  )
}
