import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import { TriangleAlert } from 'lucide-react'
import { Callout, RevealText, ServerName } from '../kit/index.ts'
import { useT } from '../lib/words/i18n.ts'
import { ConsentLayout } from './consent-layout.tsx'
import { ExactText } from './exact-text.tsx'

export interface InstructionsConsentProps {
  request: Extract<ConsentRequest, { kind: 'instructions' }>
  decide: (decision: ConsentDecision) => Promise<boolean>
}

/** The instructions of a server for models, all of them, before they are sent. */
export function InstructionsConsent({ request, decide }: InstructionsConsentProps) {
  const t = useT('consent')
  const { serverName, serverHue, text, before } = request
  return (
    <ConsentLayout
      title={t('instructions.title')}
      subject={
        <ServerName hue={serverHue}>
          <RevealText text={serverName} />
        </ServerName>
      }
      note={t('instructions.note')}
      choices={[{ decision: 'allow', label: t('instructions.allow') }]}
      decide={decide}
    >
      <div className="flex flex-col gap-5">
        <Callout tone="warning" icon={TriangleAlert}>
          {t('instructions.risk')}
        </Callout>
        {before !== null && <ExactText label={t('instructions.before')} text={before} />}
        <ExactText label={t('instructions.text')} text={text} />
        <p className="text-note text-fg-2">{t('instructions.meaning')}</p>
      </div>
    </ConsentLayout>
  )
}
