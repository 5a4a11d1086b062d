import { CSPProvider } from '@base-ui/react/csp-provider'
import { Toast as BaseToast } from '@base-ui/react/toast'
import { useMemo, useState, type ReactNode } from 'react'
import { englishKitLabels, KitContext, type KitLabels, type KitPlatform } from './kit-labels.ts'
import { PictureBudget, PictureBudgetContext } from './picture-limits/picture-budget.ts'
import { ToastViewport } from './overlays/toast.tsx'

export interface KitProviderProps {
  children: ReactNode
  labels?: KitLabels | undefined
  platform?: KitPlatform | undefined
}

/** Goes around the whole app: labels, platform, toasts, and no injected style tags. */
export function KitProvider({ children, labels, platform = 'other' }: KitProviderProps) {
  const value = useMemo(
    () => ({ labels: labels ?? englishKitLabels, platform }),
    [labels, platform],
  )
  const [pictures] = useState(() => new PictureBudget())
  return (
    <CSPProvider disableStyleElements>
      <KitContext value={value}>
        <PictureBudgetContext value={pictures}>
          <BaseToast.Provider timeout={6000} limit={3}>
            {children}
            <ToastViewport />
          </BaseToast.Provider>
        </PictureBudgetContext>
      </KitContext>
    </CSPProvider>
  )
}
