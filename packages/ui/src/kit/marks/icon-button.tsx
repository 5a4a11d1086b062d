import { mergeProps } from '@base-ui/react/merge-props'
import type { ComponentPropsWithRef } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconType } from './icon.tsx'
import { ariaKeyShortcuts } from './kbd.tsx'
import { useKit } from '../kit-labels.ts'
import { useTooltip } from '../overlays/tooltip.tsx'

export interface IconButtonProps extends Omit<
  ComponentPropsWithRef<'button'>,
  'aria-label' | 'children'
> {
  icon: IconType
  /** Accessible name, and the tooltip. */
  label: string
  keys?: string | undefined
  variant?: 'ghost' | 'secondary' | 'primary' | 'danger' | undefined
  size?: 'small' | 'medium' | undefined
  /** Makes it a toggle that announces whether it is on. */
  pressed?: boolean | undefined
  tooltipSide?: 'top' | 'right' | 'bottom' | 'left' | undefined
}

const variants = {
  ghost:
    'border-transparent text-fg-2 hover:bg-hover hover:text-fg aria-pressed:bg-active aria-pressed:text-fg data-popup-open:bg-active',
  secondary: 'border-line-strong bg-card text-fg hover:bg-sunken aria-pressed:bg-sunken',
  primary: 'border-accent bg-accent text-on-accent hover:border-accent-hover hover:bg-accent-hover',
  danger: 'border-transparent text-fg-2 hover:bg-danger-soft hover:text-danger',
} as const

export function IconButton(props: IconButtonProps) {
  const {
    icon,
    label,
    keys,
    variant = 'ghost',
    size = 'medium',
    pressed,
    tooltipSide,
    ...rest
  } = props
  const { className, type = 'button', ...native } = rest
  const { platform } = useKit()
  const [trigger, tooltip] = useTooltip({ content: label, keys, side: tooltipSide })
  return (
    <>
      <button
        {...mergeProps<'button'>(native, trigger)}
        type={type}
        aria-label={label}
        aria-pressed={pressed}
        aria-keyshortcuts={keys ? ariaKeyShortcuts(keys, platform) : undefined}
        className={classNames(
          'inline-flex shrink-0 items-center justify-center rounded-md border transition-colors duration-100',
          'disabled:pointer-events-none disabled:opacity-40',
          size === 'small' ? 'size-6' : 'size-control',
          variants[variant],
          className,
        )}
      >
        <Icon icon={icon} size={size === 'small' ? 14 : 16} />
      </button>
      {tooltip}
    </>
  )
}
