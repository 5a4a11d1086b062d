import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import {
  useEffect,
  useState,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { Kbd } from '../marks/kbd.tsx'

export interface TooltipOptions {
  content: ReactNode
  keys?: string | undefined
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  /** Shows without a rest on the element: it says what a press would do. */
  atOnce?: boolean | undefined
}

/** Events that an element with a tooltip listens to. */
export interface TooltipTrigger {
  onPointerEnter: (event: PointerEvent) => void
  onPointerLeave: () => void
  onPointerDown: () => void
  onFocus: (event: FocusEvent) => void
  onBlur: () => void
}

/**
 * A hint for the eye, beside its element and made when that is reached: a tooltip around each button is most
 * of what a button costs. Screen readers get nothing from it, so never put the only explanation here.
 * @returns what to spread on the element, and what to draw beside it
 */
export function useTooltip(tip: TooltipOptions): [TooltipTrigger, ReactElement | null] {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const leave = () => setAnchor(null)
  const trigger: TooltipTrigger = {
    onPointerEnter({ currentTarget, pointerType }) {
      if (pointerType !== 'touch') setAnchor(currentTarget)
    },
    onPointerLeave: leave,
    onPointerDown: leave,
    onFocus({ currentTarget }) {
      if (currentTarget.matches(':focus-visible')) setAnchor(currentTarget)
    },
    onBlur: leave,
  }
  return [trigger, anchor && <TooltipAt anchor={anchor} {...tip} />]
}

/** Milliseconds of rest on something before its tooltip shows. */
const REST_MS = 500
/** Milliseconds after one in which the next shows at once: along a row of buttons. */
const FOLLOWS_MS = 400

let closedAt = -FOLLOWS_MS

function TooltipAt({
  anchor,
  content,
  keys,
  side = 'bottom',
  atOnce = false,
}: TooltipOptions & { anchor: Element }) {
  const [open, setOpen] = useState(
    () => atOnce || anchor.matches(':focus-visible') || performance.now() - closedAt < FOLLOWS_MS,
  )
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), REST_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!open) return undefined
    return () => {
      closedAt = performance.now()
    }
  }, [open])
  return (
    <BaseTooltip.Root open={open} onOpenChange={setOpen}>
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner
          anchor={anchor}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
        >
          <BaseTooltip.Popup className="motion-popup flex max-w-72 items-center gap-2 rounded-md bg-fg px-2 py-1 text-small text-bg shadow-2">
            {content}
            {keys && <Kbd keys={keys} onAccent />}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
