import type { ConsentBridge } from '@gatehouse/contract'
import type { ConsentDecision, ConsentView } from '@gatehouse/domain'
import { useEffect, useState, type ReactNode } from 'react'
import { KitProvider, ShowWholeText } from '../kit/index.ts'
import { ignoreHeldPresses } from '../lib/keys/held-press.ts'
import { LanguageProvider, pickLocale } from '../lib/words/i18n.ts'
import { useKitLabels } from '../lib/words/kit-labels.ts'
import { ConsentScreen } from './consent-screen.tsx'
import type { RevealSecret } from './reveal-secret.ts'

export interface ConsentAppProps {
  bridge: ConsentBridge
}

/** The page of the consent window: one request, and the person's decision. */
export function ConsentApp({ bridge }: ConsentAppProps) {
  const [view, setView] = useState<ConsentView | null>(null)
  useEffect(() => {
    bridge.read().then(setView, () => undefined)
  }, [bridge])
  useEffect(() => ignoreHeldPresses(), [])
  if (!view) return null
  const reveal: RevealSecret = (value, show) => {
    bridge.reveal(view.id, value).then(
      (text) => text !== null && show(text),
      () => undefined,
    )
  }
  return (
    <Localised
      view={view}
      decide={(decision, chosen) => bridge.decide(view.id, decision, chosen)}
      reveal={reveal}
    />
  )
}

interface LocalisedProps {
  view: ConsentView
  decide: (decision: ConsentDecision, chosen?: readonly string[]) => Promise<boolean>
  reveal: RevealSecret
}

function Localised({ view, decide, reveal }: LocalisedProps) {
  const locale = pickLocale([view.locale])
  useEffect(() => {
    document.documentElement.lang = locale
    document.documentElement.dataset['theme'] = view.theme
  }, [locale, view.theme])
  return (
    <LanguageProvider locale={locale}>
      <LabelledKit platform={view.platform === 'darwin' ? 'mac' : 'other'}>
        <ShowWholeText>
          <ConsentScreen request={view.request} decide={decide} reveal={reveal} />
        </ShowWholeText>
      </LabelledKit>
    </LanguageProvider>
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
