import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'

export interface CheckboxProps {
  label: ReactNode
  /** For tables, where the row and column headings are read instead. */
  labelHidden?: boolean | undefined
  description?: ReactNode | undefined
  error?: ReactNode | undefined
  checked: boolean
  onCheckedChange?: ((checked: boolean) => void) | undefined
  indeterminate?: boolean | undefined
  disabled?: boolean | undefined
  required?: boolean | undefined
  id?: string | undefined
  name?: string | undefined
  className?: string | undefined
}

const box =
  'mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-sm border border-control-line bg-card text-on-accent ' +
  'transition-colors duration-100 hover:border-fg-2 focus-visible:outline-2 focus-visible:outline-offset-2 ' +
  'data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent ' +
  'data-disabled:opacity-50 aria-invalid:border-danger'

export function Checkbox(props: CheckboxProps) {
  const { label, labelHidden, description, error, checked, onCheckedChange, className, id } = props
  const { indeterminate = false, disabled = false, required = false, name } = props
  const generated = useId()
  const controlId = id ?? generated
  const noteId = `${controlId}-note`
  const note = error ?? description
  return (
    <div className={classNames('flex items-start gap-2', className)}>
      <BaseCheckbox.Root
        id={controlId}
        name={name}
        checked={checked}
        indeterminate={indeterminate}
        disabled={disabled}
        required={required}
        onCheckedChange={(next) => onCheckedChange?.(next)}
        aria-labelledby={`${controlId}-label`}
        aria-describedby={note ? noteId : undefined}
        aria-invalid={error ? true : undefined}
        className={box}
      >
        <BaseCheckbox.Indicator className="flex" keepMounted={false}>
          {indeterminate ? (
            <Minus aria-hidden className="size-3 stroke-[2.5]" />
          ) : (
            <Check aria-hidden className="size-3 stroke-[2.75]" />
          )}
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      <div className={classNames('min-w-0', labelHidden && 'sr-only')}>
        <label
          id={`${controlId}-label`}
          htmlFor={controlId}
          className={classNames('text-body', disabled && 'text-fg-3')}
        >
          {label}
        </label>
        {note && (
          <p id={noteId} className={classNames('text-small', error ? 'text-danger' : 'text-fg-3')}>
            {note}
          </p>
        )}
      </div>
    </div>
  )
}
