import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { useId, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'

export interface SwitchProps {
  label: ReactNode
  labelHidden?: boolean | undefined
  description?: ReactNode | undefined
  warning?: ReactNode | undefined
  checked: boolean
  onCheckedChange?: ((checked: boolean) => void) | undefined
  disabled?: boolean | undefined
  id?: string | undefined
  className?: string | undefined
}

/** For what takes effect at once. For what is sent with a form use Checkbox. */
export function Switch(props: SwitchProps) {
  const {
    label,
    labelHidden,
    description,
    warning,
    checked,
    onCheckedChange,
    disabled = false,
    id,
    className,
  } = props
  const generated = useId()
  const controlId = id ?? generated
  const described = [description && `${controlId}-note`, warning && `${controlId}-warning`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={classNames('flex items-start gap-3', className)}>
      <div className={classNames('min-w-0 flex-1', labelHidden && 'sr-only')}>
        <label
          id={`${controlId}-label`}
          htmlFor={controlId}
          className={classNames('text-body', disabled && 'text-fg-3')}
        >
          {label}
        </label>
        {description && (
          <p id={`${controlId}-note`} className="text-small text-fg-3">
            {description}
          </p>
        )}
        {warning && (
          <p id={`${controlId}-warning`} className="text-small text-warning">
            {warning}
          </p>
        )}
      </div>
      <BaseSwitch.Root
        id={controlId}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onCheckedChange?.(next)}
        aria-labelledby={`${controlId}-label`}
        aria-describedby={described === '' ? undefined : described}
        className="mt-px flex h-4.5 w-8 shrink-0 rounded-full bg-control-line p-0.5 transition-colors duration-100 focus-visible:outline-2 focus-visible:outline-offset-2 data-checked:bg-accent data-disabled:opacity-50"
      >
        <BaseSwitch.Thumb className="size-3.5 rounded-full bg-card shadow-1 transition-transform duration-100 data-checked:translate-x-3.5 data-checked:bg-on-accent" />
      </BaseSwitch.Root>
    </div>
  )
}
