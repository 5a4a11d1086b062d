import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconType } from './marks/icon.tsx'
import { ariaKeyShortcuts, Kbd } from './marks/kbd.tsx'
import { useKit } from './kit-labels.ts'
import { Spinner } from './layout/spinner.tsx'

export type ButtonVariant =
  | 'primary'
  | 'secondary'
  | 'ghost'
  | 'warning'
  | 'danger'
  | 'danger-quiet'
export type ButtonSize = 'small' | 'medium' | 'large'

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** 'warning' is for what replaces a file or text. 'danger-quiet' is a secondary button with red words (Deny…); 'danger' is filled (Delete). */
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  icon?: IconType | undefined
  trailingIcon?: IconType | undefined
  /** Shortcut drawn inside and announced ('Mod+Enter'). Binding the keys is the caller's part. */
  keys?: string | undefined
  /** Shows a spinner and ignores clicks, but keeps focus and width. */
  loading?: boolean | undefined
}

const variants: Record<ButtonVariant, string> = {
  primary: 'border-accent bg-accent text-on-accent hover:border-accent-hover hover:bg-accent-hover',
  secondary: 'border-line-strong bg-card text-fg hover:bg-sunken data-popup-open:bg-sunken',
  ghost: 'border-transparent text-fg-2 hover:bg-hover hover:text-fg data-popup-open:bg-active',
  warning: 'border-warning bg-warning text-card hover:opacity-90',
  danger: 'border-danger bg-danger text-on-danger hover:border-danger-hover hover:bg-danger-hover',
  'danger-quiet':
    'border-line-strong bg-card text-danger hover:border-danger/40 hover:bg-danger-soft',
}

const buttonSizes: Record<ButtonSize, string> = {
  small: 'h-6 gap-1 rounded-md px-2 text-small',
  medium: 'h-control gap-1.5 rounded-md px-2.5 text-note',
  large: 'h-8 gap-2 rounded-md px-3.5 text-body',
}

export function Button(props: ButtonProps) {
  const {
    variant = 'secondary',
    size = 'medium',
    icon,
    trailingIcon,
    keys,
    loading,
    ...rest
  } = props
  const { className, children, onClick, type = 'button', ...native } = rest
  const { platform } = useKit()
  const filled = variant === 'primary' || variant === 'warning' || variant === 'danger'
  const iconSize = size === 'large' ? 16 : 14
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...native}
      type={type}
      onClick={press}
      aria-busy={loading || undefined}
      aria-disabled={loading || native['aria-disabled']}
      aria-keyshortcuts={keys ? ariaKeyShortcuts(keys, platform) : native['aria-keyshortcuts']}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center border font-medium whitespace-nowrap select-none',
        'transition-colors duration-100 disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-70',
        buttonSizes[size],
        variants[variant],
        className,
      )}
    >
      {loading ? <Spinner size={12} decorative /> : icon && <Icon icon={icon} size={iconSize} />}
      {children}
      {keys && <Kbd keys={keys} onAccent={filled} className="-mr-1 ml-0.5" />}
      {trailingIcon && <Icon icon={trailingIcon} size={14} className="-mr-0.5 opacity-80" />}
    </button>
  )
}
