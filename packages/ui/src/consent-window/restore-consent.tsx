import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import type { ReactNode } from 'react'
import { RevealText, ServerName } from '../kit/index.ts'
import { ExactValue } from '../launch-review/exact-value.tsx'
import { useFormats } from '../lib/formats/formats.ts'
import { ExactAddress } from '../lib/media/exact-address.tsx'
import { useT } from '../lib/words/i18n.ts'
import { ConsentLayout } from './consent-layout.tsx'

export interface RestoreConsentProps {
  request: Extract<ConsentRequest, { kind: 'restore' }>
  decide: (decision: ConsentDecision) => Promise<boolean>
}

/** A backup that is to replace all data: what its servers run, and whom it lets reach what. */
export function RestoreConsent({ request: { preview }, decide }: RestoreConsentProps) {
  const t = useT('consent')
  const { moment, number } = useFormats()
  const { file, chats, servers, providers, proxy, permissions } = preview
  return (
    <ConsentLayout
      title={t('restore.title')}
      subject={<RevealText text={file.name} className="font-semibold text-fg" />}
      note={t('restore.madeAt', { at: moment(file.madeAt), app: file.app })}
      choices={[{ decision: 'allow', label: t('restore.allow') }]}
      decide={decide}
    >
      <div className="flex flex-col gap-4">
        <Part title={t('restore.chats')}>
          {t('restore.chatsCount', { now: number(chats.now), restored: number(chats.restored) })}
        </Part>
        {servers.length > 0 && (
          <Part title={t('restore.servers')}>
            <ul className="flex flex-col gap-2">
              {servers.map(({ name, hue, launch }, index) => (
                <li key={index} className="rounded-lg border border-line bg-sunken px-3 py-2">
                  <ServerName hue={hue}>{name}</ServerName>
                  <div>
                    <ExactValue text={launch} />
                  </div>
                </li>
              ))}
            </ul>
          </Part>
        )}
        {providers.length > 0 && (
          <Part title={t('restore.models')}>
            <ul className="flex flex-col gap-2">
              {providers.map(({ name, baseUrl }, index) => (
                <li key={index} className="rounded-lg border border-line bg-sunken px-3 py-2">
                  <RevealText text={name} />
                  <ExactAddress url={baseUrl} />
                </li>
              ))}
            </ul>
          </Part>
        )}
        {proxy !== '' && (
          <Part title={t('restore.proxy')}>
            <ExactAddress url={proxy} />
          </Part>
        )}
        <Part title={t('restore.permissions')}>{number(permissions)}</Part>
        <p className="text-note text-fg-2">{t('restore.note')}</p>
        <p className="text-note text-fg-2">{t('restore.meaning')}</p>
      </div>
    </ConsentLayout>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-note font-medium text-fg-2">{title}</h3>
      {children}
    </section>
  )
}
