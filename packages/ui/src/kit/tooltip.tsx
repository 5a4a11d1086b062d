import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { Kbd } from './kbd.tsx'

export interface TooltipProps {
  /** One element that takes a ref and props; it must have its own accessible name. */
  children: ReactElement
  content: ReactNode
  keys?: string | undefined
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
}

/** A hint for the eye. Screen readers get nothing from it, so never put the only explanation here. */
export function Tooltip({ children, content, keys, side = 'bottom' }: TooltipProps) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <BaseTooltip.Popup className="motion-popup flex max-w-72 items-center gap-2 rounded-md bg-fg px-2 py-1 text-small text-bg shadow-2">
            {content}
            {keys && <Kbd keys={keys} onAccent />}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
