import type { ConsentDecision, ConsentRequest, VaultState } from '@gatehouse/domain'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Callout, Checkbox, RevealText } from '../kit/index.ts'
import { ExactValue, valueBox } from '../launch-review/exact-value.tsx'
import { LaunchRisks } from '../launch-review/launch-risks.tsx'
import { PackageChecksView } from '../launch-review/package-checks.tsx'
import { LaunchArguments } from '../launch-review/launch-values.tsx'
import { LaunchReviewView } from '../launch-review/launch-review.tsx'
import { ReviewedServers } from '../launch-review/reviewed-servers.tsx'
import { useFormats } from '../lib/formats/formats.ts'
import { useInstallWords } from '../lib/words/install-words.ts'
import { ConsentLayout } from './consent-layout.tsx'
import { LaunchChanges } from './launch-consent.tsx'
import type { RevealSecret } from './reveal-secret.ts'

export interface InstallConsentProps {
  request: Extract<ConsentRequest, { kind: 'install' }>
  decide: (decision: ConsentDecision) => Promise<boolean>
  reveal: RevealSecret
}

/** The exact commands for each package, and what its server will start where that is known. */
export function InstallConsent({ request, decide, reveal }: InstallConsentProps) {
  const t = useInstallWords()
  const { list } = useFormats()
  const { plans, launches, launch, vault } = request
  const isWhole = launches !== undefined || launch !== undefined
  const isSaved = launch !== undefined && launch.changes !== null
  const installers = [...new Set(plans.map(({ installer }) => installer))]
  const ecosystems = [...new Set(plans.map(({ ecosystem }) => ecosystem))]
  return (
    <ConsentLayout
      title={t('consent.title', { installers: list(installers) })}
      subject={t('consent.subject', { count: plans.length })}
      note={t(isWhole ? 'consent.noteWhole' : 'consent.note')}
      choices={
        isWhole
          ? [
              { decision: 'allow', label: t(isSaved ? 'consent.allowSave' : 'consent.allowAdd') },
              {
                decision: 'allow-and-start',
                label: t(isSaved ? 'consent.allowSaveStart' : 'consent.allowStart'),
              },
            ]
          : [{ decision: 'allow', label: t('consent.allow') }]
      }
      decide={decide}
    >
      <div className="flex flex-col gap-5">
        {plans.map(({ serverName, spec, steps, folder, risks, packageChecks }) => (
          <section key={folder} className="flex flex-col gap-2">
            <h3 className="text-body font-semibold">
              <RevealText text={serverName} />
            </h3>
            {risks.length > 0 && <LaunchRisks risks={risks} />}
            {packageChecks && <PackageChecksView checks={packageChecks} />}
            <div>
              <h4 className="mb-1 text-note font-medium text-fg-2">{t('consent.package')}</h4>
              <div className={valueBox}>
                <ExactValue text={spec} />
              </div>
            </div>
            <div>
              <h4 className="mb-1 text-note font-medium text-fg-2">
                {t('consent.commands', { count: steps.length })}
              </h4>
              <ol className="flex flex-col gap-2">
                {steps.map(({ command, args }, at) => (
                  <li key={at}>
                    <div className={`${valueBox} mb-1`}>
                      <ExactValue text={command} />
                    </div>
                    <LaunchArguments args={args} isCompact />
                  </li>
                ))}
              </ol>
            </div>
          </section>
        ))}
        {ecosystems.map((ecosystem) => (
          <p key={ecosystem} className="text-note text-fg-2">
            {t(`consent.meaning.${ecosystem}`)}
          </p>
        ))}
        {isWhole && vault && (
          <section className="flex flex-col gap-3">
            <h3 className="text-body font-semibold">{t('consent.afterwards')}</h3>
            {ecosystems.some((one) => one !== 'oci') && (
              <p className="text-note text-fg-2">{t('consent.program')}</p>
            )}
            {launches && <ReviewedServers review={launches} vault={vault} reveal={reveal} />}
            {launch && <PlannedLaunch launch={launch} vault={vault} reveal={reveal} />}
          </section>
        )}
      </div>
    </ConsentLayout>
  )
}

type PlannedLaunchProps = Pick<InstallConsentProps, 'reveal'> & {
  launch: NonNullable<InstallConsentProps['request']['launch']>
  vault: VaultState
}

/** The launch of one server once its package is there. */
function PlannedLaunch({ launch: { review, changes }, vault, reveal }: PlannedLaunchProps) {
  const t = useInstallWords()
  const { list } = useFormats()
  const { carriedSecrets = [] } = review
  return (
    <div>
      {changes && <LaunchChanges changes={changes} />}
      <LaunchReviewView
        review={review}
        vault={vault}
        reveal={(name, show) => reveal({ name }, show)}
      />
      {carriedSecrets.length > 0 && (
        <p className="mt-3 text-note text-fg-2">
          <RevealText text={t('facts.carried', { names: list(carriedSecrets) })} />
        </p>
      )}
    </div>
  )
}

export interface InstallScriptsConsentProps {
  request: Extract<ConsentRequest, { kind: 'install-scripts' }>
  decide: (decision: ConsentDecision, chosen: readonly string[]) => Promise<boolean>
}

/** Packages that want to run scripts, or to be built, at their installation; none is chosen at first. */
export function InstallScriptsConsent({ request, decide }: InstallScriptsConsentProps) {
  const t = useInstallWords()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { ecosystem } = request
  return (
    <ConsentLayout
      title={t(`scripts.title.${ecosystem}`)}
      subject={<RevealText text={request.serverName} className="font-semibold text-fg" />}
      note={t(`scripts.note.${ecosystem}`)}
      choices={[{ decision: 'allow', label: t('scripts.allow') }]}
      decide={(decision) => decide(decision, chosen)}
    >
      <div className="flex flex-col gap-4">
        <Callout tone="warning" icon={TriangleAlert}>
          {t(`scripts.claim.${ecosystem}`)}
        </Callout>
        {request.packages.map(({ id, scripts }) => (
          <section key={id} className="flex flex-col gap-1">
            <Checkbox
              label={<RevealText text={t(`scripts.run.${ecosystem}`, { id })} />}
              checked={chosen.includes(id)}
              onCheckedChange={(is) =>
                setChosen([...chosen.filter((one) => one !== id), ...(is ? [id] : [])])
              }
            />
            {scripts.length > 0 && (
              <dl className={`${valueBox} flex flex-col gap-1`}>
                {scripts.map(({ name, line }) => (
                  <div key={name}>
                    <dt className="text-small text-fg-3">{name}</dt>
                    <dd>
                      <ExactValue text={line} />
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </section>
        ))}
        <p className="text-note text-fg-2">{t(`scripts.meaning.${ecosystem}`)}</p>
      </div>
    </ConsentLayout>
  )
}
