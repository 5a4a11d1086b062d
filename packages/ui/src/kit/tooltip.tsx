import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import { useEffect, useState, type ReactElement, type ReactNode } from 'react'
import { Kbd } from './kbd.tsx'

export interface TooltipProps {
  /** One element that takes a ref and props; it must have its own accessible name. */
  children: ReactElement
  content: ReactNode
  keys?: string | undefined
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
}

const POPUP =
  'motion-popup flex max-w-72 items-center gap-2 rounded-md bg-fg px-2 py-1 text-small text-bg shadow-2'

/** A hint for the eye. Screen readers get nothing from it, so never put the only explanation here. */
export function Tooltip({ children, content, keys, side = 'bottom' }: TooltipProps) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <BaseTooltip.Popup className={POPUP}>
            {content}
            {keys && <Kbd keys={keys} onAccent />}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}

/** Milliseconds of rest on something before its hint shows. */
const REST_MS = 600

/**
 * The hint of an element that comes by the hundred, beside it rather than around it: mount it only while
 * the pointer or the focus is on `anchor`, so that the others cost nothing.
 */
export function TooltipAt({ anchor, content }: { anchor: Element; content: ReactNode }) {
  const [open, setOpen] = useState(() => anchor.matches(':focus-visible'))
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), REST_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <BaseTooltip.Root open={open} onOpenChange={setOpen}>
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner
          anchor={anchor}
          side="top"
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
        >
          <BaseTooltip.Popup className={POPUP}>{content}</BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
