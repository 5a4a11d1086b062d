import { CSPProvider } from '@base-ui/react/csp-provider'
import { Toast as BaseToast } from '@base-ui/react/toast'
import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import { useMemo, useState, type ReactNode } from 'react'
import { englishKitLabels, KitContext, type KitLabels, type KitPlatform } from './kit-labels.ts'
import { PictureBudget, PictureBudgetContext } from './picture/picture-budget.ts'
import { createTextAreaFitter, TextAreaFitterContext } from './text-area-fitter.ts'
import { ToastViewport } from './toast.tsx'

export interface KitProviderProps {
  children: ReactNode
  labels?: KitLabels | undefined
  platform?: KitPlatform | undefined
}

/** Goes around the whole app: labels, platform, tooltip delays, toasts, and no injected style tags. */
export function KitProvider({ children, labels, platform = 'other' }: KitProviderProps) {
  const value = useMemo(
    () => ({ labels: labels ?? englishKitLabels, platform }),
    [labels, platform],
  )
  const [pictures] = useState(() => new PictureBudget())
  const [fitter] = useState(createTextAreaFitter)
  return (
    <CSPProvider disableStyleElements>
      <KitContext value={value}>
        <PictureBudgetContext value={pictures}>
          <TextAreaFitterContext value={fitter}>
            <BaseTooltip.Provider delay={500} closeDelay={0}>
              <BaseToast.Provider timeout={6000} limit={3}>
                {children}
                <ToastViewport />
              </BaseToast.Provider>
            </BaseTooltip.Provider>
          </TextAreaFitterContext>
        </PictureBudgetContext>
      </KitContext>
    </CSPProvider>
  )
}
