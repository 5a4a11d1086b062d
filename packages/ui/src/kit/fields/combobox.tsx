import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { controlBox, popupBox, popupItem } from './control-styles.ts'
import { Field, splitFieldTexts, type FieldTexts } from './field.tsx'
import { Icon } from '../marks/icon.tsx'
import { useKit } from '../kit-labels.ts'
import type { SelectOption } from './select.tsx'
import { revealed } from '../text/reveal-text.tsx'

export interface ComboboxOption<V extends string = string> extends SelectOption<V> {
  /** Heading over this option and those beside it with the same one. */
  group?: string | undefined
  /** Words that typing finds the option by, instead of its label. */
  keywords?: string | undefined
}

export interface ComboboxProps<V extends string = string> extends FieldTexts {
  value: V | null
  onValueChange: (value: V) => void
  options: readonly ComboboxOption<V>[]
  placeholder?: string | undefined
  /** Below the options: a count, where they come from. */
  footer?: ReactNode | undefined
  disabled?: boolean | undefined
  id?: string | undefined
  className?: string | undefined
}

/** Options that are drawn at a time; typing finds the others. */
const MAX_SHOWN = 200

interface OptionGroup<V extends string> {
  value: string
  items: ComboboxOption<V>[]
}

/** The options by heading, in their order; `undefined` if none has a heading. */
function grouped<V extends string>(options: readonly ComboboxOption<V>[]) {
  if (options.every(({ group }) => group === undefined)) return undefined
  const groups: OptionGroup<V>[] = []
  for (const option of options) {
    const last = groups.at(-1)
    if (last?.value === option.group) last?.items.push(option)
    else groups.push({ value: option.group ?? '', items: [option] })
  }
  return groups
}

/** True if every typed word is in the keywords, else in the label. */
function isFound({ label, keywords = label }: ComboboxOption, typed: string): boolean {
  const text = keywords.toLowerCase()
  const words = typed.toLowerCase().split(/\s+/)
  return words.every((word) => text.includes(word))
}

/** A choice from many, found by typing. For free text with suggestions use SuggestField. */
export function Combobox<V extends string = string>(props: ComboboxProps<V>) {
  const [
    texts,
    { value, onValueChange, options, placeholder, footer, disabled = false, id, className },
  ] = splitFieldTexts(props)
  const { labels } = useKit()
  const groups = grouped(options)
  const chosen = options.find((option) => option.value === value) ?? null
  return (
    <Field {...texts} id={id} className={className}>
      {(control, labelId) => (
        <BaseCombobox.Root
          items={groups ?? options}
          filter={options.some(({ keywords }) => keywords !== undefined) ? isFound : undefined}
          limit={MAX_SHOWN}
          value={chosen}
          onValueChange={(next: ComboboxOption<V> | null) => next && onValueChange(next.value)}
          isItemEqualToValue={(a: ComboboxOption<V>, b: ComboboxOption<V>) => a.value === b.value}
          disabled={disabled}
          autoHighlight
        >
          <div className="relative flex items-center">
            <BaseCombobox.Input
              {...control}
              aria-labelledby={labelId}
              placeholder={placeholder}
              // What is typed takes the place of the name of the choice.
              onFocus={(event) => event.currentTarget.select()}
              onClick={(event) => {
                if (event.currentTarget.value === chosen?.label) event.currentTarget.select()
              }}
              className={classNames(controlBox, 'h-control pr-8 pl-2.5')}
            />
            <Icon
              icon={ChevronDown}
              size={14}
              className="pointer-events-none absolute right-2 text-fg-2"
            />
          </div>
          <BaseCombobox.Portal>
            <BaseCombobox.Positioner
              sideOffset={4}
              collisionPadding={8}
              className="z-50 outline-none"
            >
              <BaseCombobox.Popup
                className={classNames(popupBox, 'w-(--anchor-width) overflow-hidden')}
              >
                <BaseCombobox.Empty>
                  <div className="px-3 py-2.5 text-small text-fg-3">{labels.noMatches}</div>
                </BaseCombobox.Empty>
                <BaseCombobox.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto p-1 empty:p-0">
                  {groups
                    ? (group: OptionGroup<V>) => (
                        <BaseCombobox.Group key={group.value} items={group.items}>
                          <BaseCombobox.GroupLabel className="px-2 pt-1.5 pb-1 text-small font-medium text-fg-3 select-none">
                            {group.value}
                          </BaseCombobox.GroupLabel>
                          <BaseCombobox.Collection>{optionRow}</BaseCombobox.Collection>
                        </BaseCombobox.Group>
                      )
                    : optionRow}
                </BaseCombobox.List>
                {options.length > MAX_SHOWN && (
                  <div className="border-t border-line px-3 py-1.5 text-small text-fg-3">
                    {labels.typeToFind(MAX_SHOWN)}
                  </div>
                )}
                {footer && (
                  <div className="border-t border-line px-3 py-1.5 text-small text-fg-3">
                    {footer}
                  </div>
                )}
              </BaseCombobox.Popup>
            </BaseCombobox.Positioner>
          </BaseCombobox.Portal>
        </BaseCombobox.Root>
      )}
    </Field>
  )
}

function optionRow(option: ComboboxOption) {
  return (
    <BaseCombobox.Item
      key={option.value}
      value={option}
      disabled={option.disabled ?? false}
      className={classNames(popupItem, 'text-fg')}
    >
      {option.icon && <Icon icon={option.icon} className="text-fg-2" />}
      <span className="min-w-0 truncate">{revealed(option.label)}</span>
      {option.detail && <span className="truncate text-small text-fg-3">{option.detail}</span>}
      <BaseCombobox.ItemIndicator className="ml-auto pl-2">
        <Icon icon={Check} size={14} className="text-accent" />
      </BaseCombobox.ItemIndicator>
    </BaseCombobox.Item>
  )
}
