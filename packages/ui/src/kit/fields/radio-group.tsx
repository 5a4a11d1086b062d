import { Radio } from '@base-ui/react/radio'
import { RadioGroup as BaseRadioGroup } from '@base-ui/react/radio-group'
import { useId, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Field, splitFieldTexts, type FieldTexts } from './field.tsx'
import { revealed } from '../text/reveal-text.tsx'

export interface RadioOption<V extends string = string> {
  value: V
  label: ReactNode
  description?: ReactNode | undefined
  disabled?: boolean | undefined
}

export interface RadioGroupProps<V extends string = string> extends FieldTexts {
  value: V | null
  onValueChange: (value: V) => void
  options: readonly RadioOption<V>[]
  disabled?: boolean | undefined
  id?: string | undefined
  className?: string | undefined
}

function RadioRow<V extends string>({ option }: { option: RadioOption<V> }) {
  const id = useId()
  return (
    <label className="flex items-start gap-2">
      <Radio.Root
        value={option.value}
        disabled={option.disabled ?? false}
        aria-labelledby={`${id}-label`}
        aria-describedby={option.description ? `${id}-note` : undefined}
        className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-control-line bg-card transition-colors duration-100 hover:border-fg-2 focus-visible:outline-2 focus-visible:outline-offset-2 data-checked:border-accent data-checked:bg-accent data-disabled:opacity-50"
      >
        <Radio.Indicator className="size-1.5 rounded-full bg-on-accent" />
      </Radio.Root>
      <span className="min-w-0">
        <span
          id={`${id}-label`}
          className={classNames('text-body', option.disabled && 'text-fg-3')}
        >
          {revealed(option.label)}
        </span>
        {option.description && (
          <span id={`${id}-note`} className="block text-small text-fg-3">
            {option.description}
          </span>
        )}
      </span>
    </label>
  )
}

export function RadioGroup<V extends string = string>(props: RadioGroupProps<V>) {
  const [texts, { value, onValueChange, options, disabled = false, id, className }] =
    splitFieldTexts(props)
  return (
    <Field {...texts} id={id} className={className} group>
      {(control, labelId) => (
        <BaseRadioGroup<V | null>
          id={control.id}
          aria-labelledby={labelId}
          aria-describedby={control['aria-describedby']}
          aria-invalid={control['aria-invalid']}
          aria-required={control['aria-required']}
          value={value}
          onValueChange={(next) => next !== null && onValueChange(next)}
          disabled={disabled}
          className="flex flex-col gap-1.5 pt-0.5"
        >
          {options.map((option) => (
            <RadioRow key={option.value} option={option} />
          ))}
        </BaseRadioGroup>
      )}
    </Field>
  )
}
