import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { popupBox } from '../fields/control-styles.ts'

export interface PopoverProps {
  trigger: ReactElement
  /** Accessible name of the popup; shown unless titleHidden. */
  title: string
  titleHidden?: boolean | undefined
  children: ReactNode
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  align?: 'start' | 'center' | 'end' | undefined
  className?: string | undefined
}

export function Popover(props: PopoverProps) {
  const {
    trigger,
    title,
    titleHidden,
    children,
    open,
    onOpenChange,
    side = 'bottom',
    align = 'start',
  } = props
  return (
    <BasePopover.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 outline-none"
        >
          <BasePopover.Popup
            className={classNames(
              popupBox,
              'max-h-(--available-height) w-72 overflow-y-auto p-3',
              props.className,
            )}
          >
            <BasePopover.Title
              className={classNames('mb-1.5 text-body font-semibold', titleHidden && 'sr-only')}
            >
              {title}
            </BasePopover.Title>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
