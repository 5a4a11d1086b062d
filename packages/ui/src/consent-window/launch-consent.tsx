import type { ConsentDecision, ConsentRequest, LaunchChange } from '@gatehouse/domain'
import { LaunchReviewView } from '../launch-review/launch-review.tsx'
import { DiffText, RevealText } from '../kit/index.ts'
import { useT } from '../lib/words/i18n.ts'
import { ConsentLayout } from './consent-layout.tsx'
import type { RevealSecret } from './reveal-secret.ts'

export interface LaunchConsentProps {
  request: Extract<ConsentRequest, { kind: 'launch' }>
  decide: (decision: ConsentDecision) => Promise<boolean>
  reveal: RevealSecret
}

/** Exactly what would run, and for a server that is there what of it changes. */
export function LaunchConsent({ request, decide, reveal }: LaunchConsentProps) {
  const t = useT('consent')
  const servers = useT('servers')
  const { review, changes, vault } = request
  const isNew = changes === null
  return (
    <ConsentLayout
      title={servers('review.title')}
      subject={<RevealText text={review.draft.name} className="font-semibold text-fg" />}
      note={t(isNew ? 'launch.newNote' : 'launch.changeNote')}
      choices={[
        { decision: 'allow', label: servers(isNew ? 'review.addOnly' : 'review.saveOnly') },
        {
          decision: 'allow-and-start',
          label: servers(isNew ? 'review.addAndStart' : 'review.saveAndStart'),
        },
      ]}
      decide={decide}
    >
      {changes && <LaunchChanges changes={changes} />}
      <LaunchReviewView
        review={review}
        vault={vault}
        reveal={(name, show) => reveal({ name }, show)}
      />
    </ConsentLayout>
  )
}

/** The parts of a saved launch that change, before and after; nothing where none does. */
export function LaunchChanges({ changes }: { changes: readonly LaunchChange[] }) {
  const t = useT('consent')
  if (changes.length === 0) return null
  return (
    <section className="mb-5">
      <h3 className="mb-1 text-note font-medium text-fg-2">{t('launch.changes')}</h3>
      <dl className="flex flex-col gap-2 rounded-lg border border-line bg-sunken px-3 py-2">
        {changes.map(({ part, before, after }) => (
          <div key={part}>
            <dt className="text-small text-fg-3">{t(`launch.part.${part}`)}</dt>
            <dd className="font-mono text-small">
              <DiffText before={before ?? ''} after={after ?? ''} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
