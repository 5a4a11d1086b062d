import { Autocomplete } from '@base-ui/react/autocomplete'
import { CornerDownLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { controlBox, popupBox, popupItem } from './control-styles.ts'
import { Field, splitFieldTexts, type FieldTexts } from './field.tsx'
import { Icon } from './icon.tsx'
import { MatchMark } from './match-mark.tsx'
import { Spinner } from './spinner.tsx'

export interface SuggestFieldProps extends FieldTexts {
  value: string
  onValueChange: (value: string) => void
  /** What the server answered for the present value, shown as it comes (already filtered). */
  suggestions: readonly string[]
  /** Suggestions for the present value are on their way. */
  loading?: boolean | undefined
  /** '3 of 3 · completed by research'. Announced politely. */
  status?: ReactNode | undefined
  placeholder?: string | undefined
  mono?: boolean | undefined
  disabled?: boolean | undefined
  id?: string | undefined
  className?: string | undefined
}

/** Free text with a completion dropdown: any value is allowed, suggestions only help. */
export function SuggestField(props: SuggestFieldProps) {
  const [texts, rest] = splitFieldTexts(props)
  const {
    value,
    onValueChange,
    suggestions,
    loading,
    status,
    placeholder,
    mono,
    disabled = false,
    id,
    className,
  } = rest
  return (
    <Field {...texts} id={id} className={className}>
      {(control, labelId) => (
        <Autocomplete.Root
          items={suggestions}
          mode="none"
          value={value}
          onValueChange={(next) => onValueChange(next)}
          disabled={disabled}
          openOnInputClick
        >
          <div className="relative flex items-center">
            <Autocomplete.Input
              {...control}
              aria-labelledby={labelId}
              placeholder={placeholder}
              spellCheck={false}
              className={classNames(
                controlBox,
                'h-control pr-8 pl-2.5',
                mono && 'font-mono text-small',
              )}
            />
            {loading && <Spinner size={12} decorative className="absolute right-2.5 text-fg-3" />}
          </div>
          <Autocomplete.Portal>
            <Autocomplete.Positioner
              sideOffset={4}
              collisionPadding={8}
              className="z-50 outline-none"
            >
              <Autocomplete.Popup
                className={classNames(
                  popupBox,
                  'w-(--anchor-width) overflow-hidden',
                  suggestions.length === 0 && !status && 'hidden',
                )}
              >
                <Autocomplete.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto p-1 empty:p-0">
                  {(suggestion: string) => (
                    <Autocomplete.Item
                      key={suggestion}
                      value={suggestion}
                      className={classNames(
                        popupItem,
                        'group text-fg-2',
                        mono && 'font-mono text-small',
                      )}
                    >
                      <span className="min-w-0 flex-1 truncate">
                        <MatchMark text={suggestion} query={value} />
                      </span>
                      <Icon
                        icon={CornerDownLeft}
                        size={14}
                        className="invisible text-fg-3 group-data-highlighted:visible"
                      />
                    </Autocomplete.Item>
                  )}
                </Autocomplete.List>
                <Autocomplete.Status className="px-3 pb-2 text-small text-fg-3 empty:hidden">
                  {status}
                </Autocomplete.Status>
              </Autocomplete.Popup>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
      )}
    </Field>
  )
}
