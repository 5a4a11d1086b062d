import { Toast as BaseToast } from '@base-ui/react/toast'
import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react'
import { useMemo, type ReactElement } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../marks/icon.tsx'
import { useKit } from '../kit-labels.ts'

export type ToastTone = 'info' | 'success' | 'warning' | 'danger'

export interface ToastOptions {
  /** Elements, which make their words when they are drawn: a toast may outlive the language it came in. */
  title: ReactElement
  description?: ReactElement | undefined
  tone?: ToastTone | undefined
  /** One way back or onward, usually Undo. The toast closes when it is used. */
  action?: { label: ReactElement; onSelect: () => void } | undefined
  /** Milliseconds, 0 = stays. Default 6000, 10000 with an action, stays for danger. */
  timeout?: number | undefined
}

export interface Toasts {
  /** Returns the id, for hide. */
  show: (options: ToastOptions) => string
  hide: (id: string) => void
}

const glyphs = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleX,
} as const
const colors = {
  info: 'text-fg-2',
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
} as const

function isTone(type: string | undefined): type is ToastTone {
  return type !== undefined && type in glyphs
}

function defaultTimeout({ tone, action }: ToastOptions): number {
  if (tone === 'danger') return 0
  return action ? 10_000 : 6000
}

/** Shows toasts from inside KitProvider. */
export function useToasts(): Toasts {
  const { add, close } = BaseToast.useToastManager()
  return useMemo(
    () => ({
      show(options) {
        const { action } = options
        const id: string = add({
          title: options.title,
          description: options.description,
          type: options.tone ?? 'info',
          priority: options.tone === 'danger' ? 'high' : 'low',
          timeout: options.timeout ?? defaultTimeout(options),
          actionProps: action && {
            children: action.label,
            onClick: () => {
              close(id)
              action.onSelect()
            },
          },
        })
        return id
      },
      hide: close,
    }),
    [add, close],
  )
}

/** Mounted once by KitProvider. F6 moves focus into it. Below heads and tabs: buttons stand above it and at the foot. */
export function ToastViewport() {
  const { toasts } = BaseToast.useToastManager()
  const { labels } = useKit()
  return (
    <BaseToast.Portal>
      <BaseToast.Viewport
        aria-label={labels.notifications}
        className="fixed top-24 right-4 z-60 flex w-[22rem] max-w-[calc(100vw-2rem)] flex-col gap-2 outline-none"
      >
        {toasts.map((toast) => {
          const tone = isTone(toast.type) ? toast.type : 'info'
          return (
            <BaseToast.Root
              key={toast.id}
              toast={toast}
              data-notice
              // The library hides what it stacks or reads out by itself; here all of a notice is in view.
              aria-hidden={false}
              swipeDirection="right"
              className="motion-toast rounded-xl border border-line bg-card shadow-2"
            >
              <BaseToast.Content className="flex items-start gap-2.5 px-3 py-2.5">
                <Icon icon={glyphs[tone]} className={classNames('mt-0.5', colors[tone])} />
                <div className="min-w-0 flex-1">
                  <BaseToast.Title className="text-body font-medium text-fg" />
                  <BaseToast.Description className="text-small text-fg-2" />
                </div>
                <BaseToast.Action className="-my-0.5 h-6 shrink-0 rounded-md px-2 text-body font-medium text-accent hover:bg-accent-soft" />
                <BaseToast.Close
                  aria-label={labels.dismiss}
                  aria-hidden={false}
                  className="-my-0.5 -mr-1 flex size-6 shrink-0 items-center justify-center rounded-md text-fg-3 hover:bg-hover hover:text-fg"
                >
                  <Icon icon={X} size={14} />
                </BaseToast.Close>
              </BaseToast.Content>
            </BaseToast.Root>
          )
        })}
      </BaseToast.Viewport>
    </BaseToast.Portal>
  )
}
