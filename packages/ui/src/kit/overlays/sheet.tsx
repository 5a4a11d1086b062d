import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { classNames } from '../class-names.ts'
import { OverlayFooter, OverlayHeader } from './dialog.tsx'

export interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode | undefined
  children: ReactNode
  /** Stays in view while the content scrolls. */
  footer?: ReactNode | undefined
  /** medium 480 px, large 680 px. */
  size?: 'medium' | 'large' | undefined
  dismissible?: boolean | undefined
  /** Escape while it is not dismissible: a question whether to discard, in place of silence. */
  onEscapeKept?: (() => void) | undefined
  initialFocus?: RefObject<HTMLElement | null> | undefined
}

/** Mod+Enter presses the button that submits, from wherever the focus is in the sheet. */
function submitByKeys(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  // A radio button takes every Enter, and does nothing with it.
  const isTaken = event.defaultPrevented && !isRadio(event.target)
  if (isTaken || event.repeat || event.nativeEvent.isComposing) return
  const button = event.currentTarget.querySelector<HTMLButtonElement>(
    'button[data-submit], button[type=submit][form]',
  )
  if (!button) return
  event.preventDefault()
  button.click()
}

const isRadio = (target: EventTarget): boolean =>
  target instanceof Element && target.matches('[role=radio], input[type=radio]')

/** A full-height panel from the right for reviewing and for longer forms. */
export function Sheet(props: SheetProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    children,
    footer,
    size = 'medium',
    dismissible = true,
  } = props
  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={(next, details) => {
        if (!next && !dismissible && details.reason === 'escape-key') {
          details.cancel()
          props.onEscapeKept?.()
        } else onOpenChange(next)
      }}
      disablePointerDismissal={!dismissible}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="motion-fade fixed inset-0 z-40 bg-scrim" />
        <BaseDialog.Viewport className="fixed inset-0 z-40 flex justify-end overflow-hidden p-2">
          <BaseDialog.Popup
            initialFocus={props.initialFocus}
            onKeyDown={submitByKeys}
            className={classNames(
              'motion-sheet flex h-full w-full flex-col overflow-hidden rounded-xl border border-line bg-card shadow-3 outline-none',
              size === 'large' ? 'max-w-[42.5rem]' : 'max-w-[30rem]',
            )}
          >
            <OverlayHeader title={title} description={description} />
            <div className="min-h-0 flex-1 overflow-y-auto border-t border-line px-5 py-4 [scrollbar-gutter:stable]">
              {children}
            </div>
            {footer && <OverlayFooter>{footer}</OverlayFooter>}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
