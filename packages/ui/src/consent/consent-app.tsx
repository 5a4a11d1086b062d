import type { ConsentBridge } from '@gatehouse/contract'
import type { ConsentDecision, ConsentView } from '@gatehouse/domain'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { KitProvider } from '../kit/index.ts'
import { createI18n, pickLocale } from '../lib/i18n.ts'
import { useKitLabels } from '../lib/kit-labels.ts'
import { ConsentScreen } from './consent-screen.tsx'

export interface ConsentAppProps {
  bridge: ConsentBridge
}

/** The page of the consent window: one request, and what the person decides about it. */
export function ConsentApp({ bridge }: ConsentAppProps) {
  const [view, setView] = useState<ConsentView | null>(null)
  useEffect(() => {
    bridge.read().then(setView, () => undefined)
  }, [bridge])
  return view && <Localised view={view} decide={(decision) => bridge.decide(view.id, decision)} />
}

interface LocalisedProps {
  view: ConsentView
  decide: (decision: ConsentDecision) => Promise<boolean>
}

function Localised({ view, decide }: LocalisedProps) {
  const locale = pickLocale([view.locale])
  const i18n = useMemo(() => createI18n(locale), [locale])
  useEffect(() => {
    document.documentElement.lang = locale
    document.documentElement.dataset['theme'] = view.theme
  }, [locale, view.theme])
  return (
    <I18nextProvider i18n={i18n}>
      <LabelledKit platform={view.platform === 'darwin' ? 'mac' : 'other'}>
        <ConsentScreen request={view.request} decide={decide} />
      </LabelledKit>
    </I18nextProvider>
  )
}

function LabelledKit({ platform, children }: { platform: 'mac' | 'other'; children: ReactNode }) {
  const labels = useKitLabels()
  return (
    <KitProvider labels={labels} platform={platform}>
      {children}
    </KitProvider>
  )
}
