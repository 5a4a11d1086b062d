import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../marks/icon.tsx'
import { useKit } from '../kit-labels.ts'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode | undefined
  children?: ReactNode | undefined
  /** Buttons, the main one last. */
  footer?: ReactNode | undefined
  size?: 'small' | 'medium' | 'large' | 'wide' | undefined
  /** false: a click outside or Escape does not close it (unsaved work). */
  dismissible?: boolean | undefined
  initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null) | undefined
}

const widths = {
  small: 'max-w-sm',
  medium: 'max-w-lg',
  large: 'max-w-3xl',
  wide: 'max-w-6xl',
} as const

/** Title row with its close button, shared by Dialog and Sheet. */
export function OverlayHeader({
  title,
  description,
}: {
  title: ReactNode
  description?: ReactNode | undefined
}) {
  const { labels } = useKit()
  return (
    <div className="flex items-start gap-3 px-5 pt-4 pb-3">
      <div className="min-w-0 flex-1">
        <BaseDialog.Title className="text-title font-semibold text-fg">{title}</BaseDialog.Title>
        {description && (
          <BaseDialog.Description className="mt-0.5 text-body text-fg-2">
            {description}
          </BaseDialog.Description>
        )}
      </div>
      <BaseDialog.Close
        aria-label={labels.close}
        className="-mt-0.5 -mr-2 flex size-control items-center justify-center rounded-md text-fg-2 hover:bg-hover hover:text-fg"
      >
        <Icon icon={X} />
      </BaseDialog.Close>
    </div>
  )
}

export function OverlayFooter({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
      {children}
    </div>
  )
}

export function Dialog(props: DialogProps) {
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
        if (!next && !dismissible && details.reason === 'escape-key') details.cancel()
        else onOpenChange(next)
      }}
      disablePointerDismissal={!dismissible}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="motion-fade fixed inset-0 z-40 bg-scrim" />
        <BaseDialog.Viewport className="fixed inset-0 z-40 flex items-center justify-center p-6">
          <BaseDialog.Popup
            initialFocus={props.initialFocus}
            className={classNames(
              'motion-popup flex max-h-full w-full flex-col overflow-hidden rounded-xl border border-line bg-card shadow-3 outline-none',
              widths[size],
            )}
          >
            <OverlayHeader title={title} description={description} />
            {children && (
              <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">{children}</div>
            )}
            {footer && <OverlayFooter>{footer}</OverlayFooter>}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
