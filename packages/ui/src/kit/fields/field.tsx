import { useId, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { useKit } from '../kit-labels.ts'

/** The texts of a form field around its control. All texts are shown as they come. */
export interface FieldTexts {
  label: ReactNode
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean | undefined
  /** Small, beside the label: a type, a unit, a count. */
  hint?: ReactNode | undefined
  description?: ReactNode | undefined
  /** Present = invalid. Say what is wrong and what would be right. */
  error?: ReactNode | undefined
  /** A doubt that does not stop the person ('this looks like a password'). */
  warning?: ReactNode | undefined
  required?: boolean | undefined
}

/** Spread on the control: ties it to its label, description and error. */
export interface FieldControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

export interface FieldProps extends FieldTexts {
  /** The control's id; made up when absent. */
  id?: string | undefined
  className?: string | undefined
  /** The label is a span for groups, whose name comes through aria-labelledby. */
  group?: boolean | undefined
  children: (control: FieldControlProps, labelId: string) => ReactNode
}

function joinIds(...ids: readonly (string | false)[]): string | undefined {
  return ids.filter(Boolean).join(' ') || undefined
}

/** Label, control, then error or description: the frame of every form control. */
export function Field(props: FieldProps) {
  const { id, className, group = false, children, label, labelHidden, hint, required } = props
  const { description, error, warning } = props
  const generated = useId()
  const controlId = id ?? generated
  const labelId = `${controlId}-label`
  const { labels } = useKit()
  const control: FieldControlProps = {
    id: controlId,
    'aria-describedby': joinIds(
      Boolean(error) && `${controlId}-error`,
      Boolean(warning) && `${controlId}-warning`,
      Boolean(description) && `${controlId}-description`,
    ),
    'aria-invalid': error ? true : undefined,
    'aria-required': required ? true : undefined,
  }
  const Label = group ? 'span' : 'label'
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
      <div className={classNames('flex items-baseline gap-1.5', labelHidden && 'sr-only')}>
        <Label
          id={labelId}
          {...(group ? {} : { htmlFor: controlId })}
          className="min-w-0 text-note font-medium text-fg-2"
        >
          {label}
        </Label>
        {required && (
          <span aria-hidden title={labels.required} className="text-note font-medium text-danger">
            *
          </span>
        )}
        {hint && <span className="ml-auto truncate text-small text-fg-3">{hint}</span>}
      </div>
      {children(control, labelId)}
      {error && (
        <p id={`${controlId}-error`} className="text-small text-danger">
          {error}
        </p>
      )}
      {warning && (
        <p id={`${controlId}-warning`} className="text-small text-warning">
          {warning}
        </p>
      )}
      {description && (
        <p id={`${controlId}-description`} className="text-small text-fg-3">
          {description}
        </p>
      )}
    </div>
  )
}

/** Takes the texts of a field out of a control's props, so that the rest can go to the element. */
export function splitFieldTexts<P extends FieldTexts>(
  props: P,
): [FieldTexts, Omit<P, keyof FieldTexts>] {
  const { label, labelHidden, hint, description, error, warning, required, ...rest } = props
  return [{ label, labelHidden, hint, description, error, warning, required }, rest]
}
