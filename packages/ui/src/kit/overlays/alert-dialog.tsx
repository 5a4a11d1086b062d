import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog'
import { useRef, type ReactNode } from 'react'
import { Button } from '../button.tsx'

export interface AlertDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** The effect of the action, its object, and whether it can be undone. */
  description: ReactNode
  /** The verb: 'Remove server', never 'OK'. */
  confirmLabel: string
  cancelLabel: string
  onConfirm: () => void
  tone?: 'danger' | 'accent' | undefined
  loading?: boolean | undefined
  children?: ReactNode | undefined
}

/** A question that must be answered. Focus starts on the harmless button. */
export function AlertDialog(props: AlertDialogProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    confirmLabel,
    cancelLabel,
    onConfirm,
    tone = 'danger',
  } = props
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <BaseAlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <BaseAlertDialog.Portal>
        <BaseAlertDialog.Backdrop className="motion-fade fixed inset-0 z-40 bg-scrim" />
        <BaseAlertDialog.Viewport className="fixed inset-0 z-40 flex items-center justify-center p-6">
          <BaseAlertDialog.Popup
            initialFocus={cancel}
            className="motion-popup w-full max-w-sm rounded-xl border border-line bg-card shadow-3 outline-none"
          >
            <div className="px-5 pt-4 pb-4">
              <BaseAlertDialog.Title className="text-title font-semibold">
                {title}
              </BaseAlertDialog.Title>
              <BaseAlertDialog.Description className="mt-1 text-body text-fg-2">
                {description}
              </BaseAlertDialog.Description>
              {props.children && <div className="mt-3">{props.children}</div>}
            </div>
            <div className="flex justify-end gap-2 px-5 pb-4">
              <Button ref={cancel} onClick={() => onOpenChange(false)}>
                {cancelLabel}
              </Button>
              <Button
                variant={tone === 'danger' ? 'danger' : 'primary'}
                loading={props.loading}
                onClick={onConfirm}
              >
                {confirmLabel}
              </Button>
            </div>
          </BaseAlertDialog.Popup>
        </BaseAlertDialog.Viewport>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  )
}
