import { Search, X } from 'lucide-react'
import { useState, type ComponentPropsWithRef, type KeyboardEvent } from 'react'
import { classNames } from '../class-names.ts'
import { controlBox } from './control-styles.ts'
import { Icon } from '../marks/icon.tsx'
import { isComposing } from './is-composing.ts'
import { ariaKeyShortcuts, Kbd } from '../marks/kbd.tsx'
import { useKit } from '../kit-labels.ts'

export interface SearchFieldProps extends Omit<
  ComponentPropsWithRef<'input'>,
  'aria-label' | 'onChange'
> {
  /** Accessible name; also the placeholder unless one is given. */
  label: string
  value: string
  onValueChange: (value: string) => void
  /** Shortcut drawn while the field is empty. */
  keys?: string | undefined
}

/** The list stands right below its search field. */
const LEVELS_UP = 3

/** The first row of the list that this field searches. */
function firstRow(field: HTMLElement): HTMLElement | undefined {
  let place: HTMLElement | null = field
  for (let level = 0; level < LEVELS_UP && place; level += 1) {
    place = place.parentElement
    const row = place?.querySelector<HTMLElement>('[data-list-row]')
    if (row) return row
  }
  return undefined
}

/** Arrow down goes into the list that is searched, Enter opens its first row. */
function goToRow(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
  const row = firstRow(event.currentTarget)
  if (!row) return
  event.preventDefault()
  row.focus()
  if (event.key === 'Enter') row.click()
}

/**
 * A filter or search box. Escape empties it first; pressed again, it goes to the elements around. Arrow down
 * and Enter lead into the list below it.
 */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onValueChange, keys, className, placeholder, onKeyDown, ...native } = props
  const { labels, platform } = useKit()
  const [composed, setComposed] = useState<string | null>(null)
  return (
    <div className={classNames('relative flex items-center', className)}>
      <Icon icon={Search} className="pointer-events-none absolute left-2.5 text-fg-3" />
      <input
        spellCheck={false}
        autoComplete="off"
        {...native}
        type="search"
        aria-label={label}
        aria-keyshortcuts={keys ? ariaKeyShortcuts(keys, platform) : undefined}
        placeholder={placeholder ?? label}
        value={composed ?? value}
        onChange={({ target, nativeEvent }) => {
          // What is being composed is not what is searched for.
          if ('isComposing' in nativeEvent && nativeEvent.isComposing === true)
            return setComposed(target.value)
          setComposed(null)
          onValueChange(target.value)
        }}
        onCompositionEnd={({ currentTarget }) => {
          setComposed(null)
          onValueChange(currentTarget.value)
        }}
        onBlur={(event) => {
          setComposed(null)
          native.onBlur?.(event)
        }}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation()
            onValueChange('')
          }
          onKeyDown?.(event)
          if (!event.defaultPrevented) goToRow(event)
        }}
        className={classNames(controlBox, 'h-control appearance-none pr-8 pl-8')}
      />
      {value !== '' ? (
        <button
          type="button"
          aria-label={labels.clear}
          onClick={() => onValueChange('')}
          className="absolute right-1 flex size-5 items-center justify-center rounded-sm text-fg-3 hover:bg-hover hover:text-fg"
        >
          <Icon icon={X} size={14} />
        </button>
      ) : (
        keys && <Kbd keys={keys} className="pointer-events-none absolute right-1.5" />
      )}
    </div>
  )
}
