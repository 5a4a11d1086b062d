import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import { KeyValues } from '../kit/index.ts'
import { ExactValue, valueBox } from '../launch-review/exact-value.tsx'
import { ExactAddress } from '../lib/media/exact-address.tsx'
import { useFormats } from '../lib/formats/formats.ts'
import { useRuntimeWords } from '../lib/words/runtime-words.ts'
import { ConsentLayout } from './consent-layout.tsx'

export interface RuntimeConsentProps {
  request: Extract<ConsentRequest, { kind: 'runtime' }>
  decide: (decision: ConsentDecision) => Promise<boolean>
}

/** The archives of a copy of a runtime: their addresses, sizes and digests. */
export function RuntimeConsent({ request: { plan }, decide }: RuntimeConsentProps) {
  const t = useRuntimeWords()
  const { bytes } = useFormats()
  const { version, archives, folder } = plan
  const runtime = t(`name.${plan.name}`)
  return (
    <ConsentLayout
      title={t('consent.title', { runtime, version })}
      subject={t('consent.subject', { runtime })}
      note={t('consent.note')}
      choices={[{ decision: 'allow', label: t('consent.allow') }]}
      decide={decide}
    >
      <div className="flex flex-col gap-4">
        {archives.map(({ url, bytes: size, sha256, isLimit }) => (
          <div key={url} className={valueBox}>
            <KeyValues
              items={[
                { name: t('consent.from'), value: <ExactAddress url={url} /> },
                {
                  name: t('consent.size'),
                  value: isLimit === true ? t('consent.upTo', { size: bytes(size) }) : bytes(size),
                },
                { name: t('consent.digest'), value: <ExactValue text={sha256} /> },
              ]}
            />
          </div>
        ))}
        <div className={valueBox}>
          <KeyValues items={[{ name: t('consent.folder'), value: <ExactValue text={folder} /> }]} />
        </div>
        <p className="text-note text-fg-2">{t('consent.meaning')}</p>
      </div>
    </ConsentLayout>
  )
}
