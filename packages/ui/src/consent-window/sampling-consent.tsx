import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import { TriangleAlert } from 'lucide-react'
import { Callout, RevealText, ServerName } from '../kit/index.ts'
import { useFormats } from '../lib/formats/formats.ts'
import { useT } from '../lib/words/i18n.ts'
import { ConsentLayout } from './consent-layout.tsx'

type SamplingRequest = Extract<ConsentRequest, { kind: 'sampling-policy' }>

export interface SamplingConsentProps {
  request: SamplingRequest
  decide: (decision: ConsentDecision) => Promise<boolean>
}

/** A server's sampling that would be asked about less than now. */
export function SamplingConsent({ request, decide }: SamplingConsentProps) {
  const t = useT('consent')
  const { serverName, serverHue, before, after, models } = request
  return (
    <ConsentLayout
      title={t('sampling.title')}
      subject={
        <ServerName hue={serverHue}>
          <RevealText text={serverName} />
        </ServerName>
      }
      note={t('sampling.note')}
      choices={[{ decision: 'allow', label: t(`sampling.allow.${after.kind}`) }]}
      decide={decide}
    >
      <div className="flex flex-col gap-4">
        <Rule label={t('sampling.before')} rule={before} />
        <Rule label={t('sampling.after')} rule={after} />
        {models.length > 0 && (
          <section>
            <h3 className="mb-1 text-note font-medium text-fg-2">
              {t('sampling.models', { count: models.length })}
            </h3>
            <ul className="flex flex-col gap-1 rounded-lg border border-line bg-sunken px-3 py-2">
              {models.map(({ name, provider, baseUrl }) => (
                <li
                  key={JSON.stringify([name, provider, baseUrl])}
                  className="flex flex-wrap items-baseline gap-x-2"
                >
                  <RevealText text={name} className="font-semibold" />
                  <RevealText text={provider} className="text-small text-fg-2" />
                  <RevealText text={baseUrl} className="font-mono text-small wrap-anywhere" />
                </li>
              ))}
            </ul>
          </section>
        )}
        {after.kind === 'budget' && (
          <>
            <Callout tone="warning" icon={TriangleAlert}>
              {t('sampling.cost')}
            </Callout>
            <p className="text-note text-fg-2">{t('sampling.limits')}</p>
          </>
        )}
        <p className="text-note text-fg-2">{t('sampling.meaning')}</p>
      </div>
    </ConsentLayout>
  )
}

function Rule({ label, rule }: { label: string; rule: SamplingRequest['after'] }) {
  const t = useT('consent')
  const { number } = useFormats()
  const tokens = rule.kind === 'budget' ? number(rule.tokensPerDay) : ''
  return (
    <section>
      <h3 className="mb-1 text-note font-medium text-fg-2">{label}</h3>
      <p>{t(`sampling.rule.${rule.kind}`, { tokens })}</p>
    </section>
  )
}
