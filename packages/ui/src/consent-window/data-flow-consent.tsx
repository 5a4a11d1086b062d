import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import { RevealText, ServerName } from '../kit/index.ts'
import { useT } from '../lib/words/i18n.ts'
import { ConsentLayout } from './consent-layout.tsx'

export interface DataFlowConsentProps {
  request: Extract<ConsentRequest, { kind: 'data-flow' }>
  decide: (decision: ConsentDecision) => Promise<boolean>
}

/** Text of one server that is to go to another with fewer questions than now. */
export function DataFlowConsent({ request, decide }: DataFlowConsentProps) {
  const t = useT('consent')
  const { from, toName, toHue, before, after } = request
  return (
    <ConsentLayout
      title={t(`flow.title.${after}`)}
      subject={
        <ServerName hue={toHue}>
          <RevealText text={toName} />
        </ServerName>
      }
      note={t(from ? 'flow.note.server' : 'flow.note.files')}
      choices={[{ decision: 'allow', label: t(`flow.allow.${after}`) }]}
      decide={decide}
    >
      <dl className="flex flex-col gap-4">
        <div>
          <dt className="mb-1 text-note font-medium text-fg-2">{t('flow.from')}</dt>
          <dd>
            {from ? (
              <ServerName hue={from.hue}>
                <RevealText text={from.name} />
              </ServerName>
            ) : (
              t('flow.files')
            )}
          </dd>
        </div>
        <div>
          <dt className="mb-1 text-note font-medium text-fg-2">{t('flow.to')}</dt>
          <dd>
            <ServerName hue={toHue}>
              <RevealText text={toName} />
            </ServerName>
          </dd>
        </div>
        <div>
          <dt className="mb-1 text-note font-medium text-fg-2">{t('flow.before')}</dt>
          <dd>{t(`flow.rule.${before}`)}</dd>
        </div>
        <div>
          <dt className="mb-1 text-note font-medium text-fg-2">{t('flow.after')}</dt>
          <dd>{t(`flow.rule.${after}`)}</dd>
        </div>
      </dl>
      <p className="mt-4 text-note text-fg-2">
        {t(from ? 'flow.meaning.server' : 'flow.meaning.files')}
      </p>
    </ConsentLayout>
  )
}
