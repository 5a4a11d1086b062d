import { useMemo } from 'react'
import { Callout } from '../layout/callout.tsx'
import { Tabs } from '../layout/tabs.tsx'
import { TextArea } from '../fields/text-area.tsx'
import {
  controlId,
  FormContext,
  type FormContextValue,
  type SchemaFormLabels,
} from './form-context.ts'
import { ObjectFields } from './object-field.tsx'
import { ownMember } from './json-shape.ts'
import { readField, type FieldReading } from './read-field.ts'
import { SchemaField } from './schema-field.tsx'
import type { SchemaForm } from './use-schema-form.ts'

export interface SchemaFormViewProps {
  form: SchemaForm
  labels: SchemaFormLabels
  disabled?: boolean | undefined
}

type PartProps = SchemaFormViewProps & { disabled: boolean }

/** A form drawn from a JSON Schema, with a tab for the same as raw JSON. */
export function SchemaFormView({ form, labels, disabled = false }: SchemaFormViewProps) {
  if (!form.root) {
    return (
      <div className="flex flex-col gap-3">
        <Callout>{labels.tooLarge}</Callout>
        <RawTab form={form} labels={labels} disabled={disabled} />
      </div>
    )
  }
  return (
    <Tabs
      label={labels.form}
      variant="segment"
      value={form.tab}
      onValueChange={form.setTab}
      panelClassName="pt-3"
      items={[
        {
          value: 'form',
          label: labels.form,
          content: <FormTab form={form} labels={labels} disabled={disabled} />,
        },
        {
          value: 'raw',
          label: labels.raw,
          content: <RawTab form={form} labels={labels} disabled={disabled} />,
        },
      ]}
    />
  )
}

/** A tool that takes no arguments; what a schema does not forbid can still be given as raw JSON. */
function isEmpty({ field, schema }: FieldReading): boolean {
  const additional = ownMember(schema, 'additionalProperties')
  return (
    field.kind === 'object' &&
    field.properties.length === 0 &&
    (additional === undefined || additional === false)
  )
}

function useContextValue({ form, labels, disabled }: PartProps): FormContextValue {
  const { root, id, problems, touch, choose, chosen, isShown } = form
  return useMemo(
    () => ({
      root: root ?? {},
      labels,
      formId: id,
      touch,
      choose,
      chosenAt: (pointer) => chosen.get(pointer),
      disabled,
      problemAt(pointer) {
        const problem = problems.find((one) => one.pointer === pointer)
        return problem && isShown(pointer) ? labels.problem(problem) : undefined
      },
    }),
    [root, labels, id, touch, choose, chosen, disabled, problems, isShown],
  )
}

function FormTab({ form, labels, disabled }: PartProps) {
  const context = useContextValue({ form, labels, disabled })
  const reading = useMemo(() => (form.root ? readField(form.root, form.root) : null), [form.root])
  if (!form.root || !reading) return null
  const rootProblem = context.problemAt('')
  const common = {
    schema: form.root,
    pointer: '',
    name: '',
    title: '',
    value: form.value,
    required: true,
    depth: 0,
    onChange: () => undefined,
  }
  return (
    <FormContext value={context}>
      <div className="flex flex-col gap-4">
        {form.partly && <p className="text-small text-fg-3">{labels.partly}</p>}
        {rootProblem && (
          <Callout tone="danger" role="alert">
            {rootProblem}
          </Callout>
        )}
        {isEmpty(reading) ? (
          <p className="text-note text-fg-3">{labels.noFields}</p>
        ) : reading.field.kind === 'object' ? (
          <ObjectFields
            {...common}
            folded={reading.schema}
            field={reading.field}
            Item={SchemaField}
            onChange={form.setRoot}
          />
        ) : (
          <SchemaField {...common} onChange={form.setRoot} labelHidden />
        )}
      </div>
    </FormContext>
  )
}

function RawTab({ form, labels, disabled }: PartProps) {
  const { mistake } = form.raw
  const firstProblem = form.problems.find((one) => form.isShown(one.pointer))
  const error = mistake
    ? mistake.kind === 'bad-json'
      ? labels.badJson(mistake)
      : labels.notAnObject
    : undefined
  return (
    <TextArea
      label={labels.raw}
      labelHidden
      description={labels.rawHint}
      id={controlId(form.id, '/+raw')}
      mono
      minRows={8}
      maxRows={24}
      disabled={disabled}
      error={error}
      warning={
        !mistake && firstProblem
          ? `${firstProblem.pointer || '/'}: ${labels.problem(firstProblem)}`
          : undefined
      }
      value={form.raw.text}
      onValueChange={form.setRaw}
    />
  )
}
