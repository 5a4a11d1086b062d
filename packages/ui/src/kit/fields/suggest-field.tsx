import { Autocomplete } from '@base-ui/react/autocomplete'
import { ChevronsUpDown, CornerDownLeft } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { controlBox, popupBox, popupItem } from './control-styles.ts'
import { Field, splitFieldTexts, type FieldTexts } from './field.tsx'
import { Icon } from '../marks/icon.tsx'
import { HighlightedMatch } from '../lists/highlighted-match.tsx'
import { isComposing } from './is-composing.ts'
import { Spinner } from '../layout/spinner.tsx'

export interface SuggestFieldProps extends FieldTexts {
  value: string
  onValueChange: (value: string) => void
  /** The server's suggestions for the present value, shown as they come (already filtered). */
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

/**
 * Free text with a completion dropdown: any value is allowed, suggestions only help. Enter or Tab takes the
 * suggestion that was gone to with the arrow keys.
 */
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
  const [open, setOpen] = useState(false)
  const highlighted = useRef<string | undefined>(undefined)
  const isShown = open && (suggestions.length > 0 || Boolean(status))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab' || event.shiftKey || isComposing(event) || !isShown) return
    if (highlighted.current !== undefined) onValueChange(highlighted.current)
  }
  return (
    <Field {...texts} id={id} className={className}>
      {(control, labelId) => (
        <Autocomplete.Root
          items={suggestions}
          mode="none"
          value={value}
          // Escape closes the suggestions; what is typed is never lost by it.
          onValueChange={(next, { reason }) => reason === 'escape-key' || onValueChange(next)}
          open={isShown}
          onOpenChange={setOpen}
          onItemHighlighted={(item, { reason }) =>
            (highlighted.current = reason === 'keyboard' ? item : undefined)
          }
          // Resting the pointer on one chooses nothing: Enter would take it.
          highlightItemOnHover={false}
          disabled={disabled}
          openOnInputClick
        >
          <div className="relative flex items-center">
            <Autocomplete.Input
              {...control}
              aria-labelledby={labelId}
              placeholder={placeholder}
              spellCheck={false}
              onKeyDown={onKeyDown}
              // What would have opened once something came.
              onBlur={() => isShown || setOpen(false)}
              className={classNames(
                controlBox,
                'h-control pr-8 pl-2.5',
                mono && 'font-mono text-small',
              )}
            />
            {loading ? (
              <Spinner size={12} decorative className="absolute right-2.5 text-fg-3" />
            ) : (
              <Icon
                icon={ChevronsUpDown}
                size={14}
                className="pointer-events-none absolute right-2 text-fg-3"
              />
            )}
          </div>
          <Autocomplete.Portal>
            <Autocomplete.Positioner
              sideOffset={4}
              collisionPadding={8}
              className="z-50 outline-none"
            >
              <Autocomplete.Popup
                className={classNames(popupBox, 'w-(--anchor-width) overflow-hidden')}
              >
                <Autocomplete.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto p-1 empty:p-0">
                  {(suggestion: string) => (
                    <Autocomplete.Item
                      key={suggestion}
                      value={suggestion}
                      className={classNames(
                        popupItem,
                        'group text-fg-2 hover:bg-hover',
                        mono && 'font-mono text-small',
                      )}
                    >
                      <span className="min-w-0 flex-1 truncate">
                        <HighlightedMatch text={suggestion} query={value} />
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
