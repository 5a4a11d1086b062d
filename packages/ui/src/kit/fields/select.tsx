import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { controlBox, popupBox, popupItem } from './control-styles.ts'
import { Field, splitFieldTexts, type FieldTexts } from './field.tsx'
import { Icon, type IconType } from '../marks/icon.tsx'
import { revealed } from '../text/reveal-text.tsx'

export interface SelectOption<V extends string = string> {
  value: V
  label: string
  /** Second, quieter words in the same row. */
  detail?: ReactNode | undefined
  icon?: IconType | undefined
  disabled?: boolean | undefined
}

export interface SelectProps<V extends string = string> extends FieldTexts {
  /** null while nothing is chosen. */
  value: V | null
  onValueChange: (value: V) => void
  options: readonly SelectOption<V>[]
  placeholder?: string | undefined
  disabled?: boolean | undefined
  id?: string | undefined
  name?: string | undefined
  className?: string | undefined
}

function OptionRow<V extends string>({ option }: { option: SelectOption<V> }) {
  return (
    <BaseSelect.Item
      value={option.value}
      disabled={option.disabled ?? false}
      className={classNames(popupItem, 'text-fg')}
    >
      {option.icon && <Icon icon={option.icon} className="text-fg-2" />}
      <BaseSelect.ItemText className="min-w-0 truncate">
        {revealed(option.label)}
      </BaseSelect.ItemText>
      {option.detail && <span className="truncate text-small text-fg-3">{option.detail}</span>}
      <BaseSelect.ItemIndicator className="ml-auto pl-2">
        <Icon icon={Check} size={14} className="text-accent" />
      </BaseSelect.ItemIndicator>
    </BaseSelect.Item>
  )
}

export function Select<V extends string = string>(props: SelectProps<V>) {
  const [
    texts,
    { value, onValueChange, options, placeholder, disabled = false, id, name, className },
  ] = splitFieldTexts(props)
  const chosen = options.find((option) => option.value === value)
  return (
    <Field {...texts} id={id} className={className}>
      {(control, labelId) => (
        <BaseSelect.Root
          items={options}
          value={value}
          onValueChange={(next) => next !== null && onValueChange(next)}
          disabled={disabled}
          name={name}
        >
          <BaseSelect.Trigger
            {...control}
            aria-labelledby={labelId}
            className={classNames(
              controlBox,
              'flex h-control items-center gap-2 pr-2 pl-2.5 text-left',
            )}
          >
            {chosen?.icon && <Icon icon={chosen.icon} className="text-fg-2" />}
            <BaseSelect.Value
              placeholder={placeholder}
              className="min-w-0 truncate data-placeholder:text-fg-3"
            />
            {chosen?.detail && (
              <span className="truncate text-small text-fg-3">{chosen.detail}</span>
            )}
            <Icon icon={ChevronDown} size={14} className="ml-auto text-fg-2" />
          </BaseSelect.Trigger>
          <BaseSelect.Portal>
            <BaseSelect.Positioner
              sideOffset={4}
              alignItemWithTrigger={false}
              collisionPadding={8}
              className="z-50 outline-none"
            >
              <BaseSelect.Popup className={classNames(popupBox, 'min-w-(--anchor-width)')}>
                <BaseSelect.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto p-1">
                  {options.map((option) => (
                    <OptionRow key={option.value} option={option} />
                  ))}
                </BaseSelect.List>
              </BaseSelect.Popup>
            </BaseSelect.Positioner>
          </BaseSelect.Portal>
        </BaseSelect.Root>
      )}
    </Field>
  )
}
