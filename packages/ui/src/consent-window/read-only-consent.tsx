import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import { TriangleAlert } from 'lucide-react'
import { Callout, RevealText, ServerName } from '../kit/index.ts'
import { useT } from '../lib/words/i18n.ts'
import { ConsentLayout } from './consent-layout.tsx'
import { ToolName } from './tool-name.tsx'

export interface ReadOnlyConsentProps {
  request: Extract<ConsentRequest, { kind: 'read-only-tools' }>
  decide: (decision: ConsentDecision) => Promise<boolean>
}

/** Every tool that would run from now on without a question, because its server declares it read-only. */
export function ReadOnlyConsent({ request, decide }: ReadOnlyConsentProps) {
  const t = useT('consent')
  const { tools, others, serverName, serverHue, scope, place } = request
  const count = tools.length
  return (
    <ConsentLayout
      title={t('readOnly.title')}
      subject={
        <ServerName hue={serverHue}>
          <RevealText text={serverName} />
        </ServerName>
      }
      note={t(`readOnly.note.${request.scope}`)}
      choices={[{ decision: 'allow', label: t('readOnly.allow', { count }) }]}
      decide={decide}
    >
      <div className="flex flex-col gap-5">
        <Callout tone="warning" icon={TriangleAlert}>
          {t('readOnly.claim')}
        </Callout>
        <section>
          <h3 className="mb-1 text-note font-medium text-fg-2">{t('readOnly.tools', { count })}</h3>
          <ol className="flex flex-col gap-1 rounded-lg border border-line bg-sunken px-3 py-2">
            {tools.map(({ name, title }) => (
              <li key={name} className="flex flex-wrap items-baseline gap-x-2">
                <ToolName name={name} title={title} />
              </li>
            ))}
          </ol>
        </section>
        {scope !== 'always' && (
          <p className="text-note">
            <span className="text-fg-2">
              {t(scope === 'chat' ? 'grant.chat' : 'grant.workspace')}:{' '}
            </span>
            <RevealText text={place} />
          </p>
        )}
        <p className="text-note text-fg-2">{t('readOnly.meaning')}</p>
        {others > 0 && (
          <p className="text-note text-fg-2">{t('readOnly.others', { count: others })}</p>
        )}
      </div>
    </ConsentLayout>
  )
}
