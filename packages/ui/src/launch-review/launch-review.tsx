import type { VaultState, DraftValue } from '@gatehouse/domain'
import { requestedAddress, type LaunchReview, type FoundProgram } from '@gatehouse/domain/launch'
import type { ReactNode } from 'react'
import { KeyValues } from '../kit/index.ts'
import { ExactAddress } from '../lib/media/exact-address.tsx'
import { useT } from '../lib/words/i18n.ts'
import { SecretStorageText } from '../lib/servers/secret-storage-note.tsx'
import { useConnectionFacts } from './connection-facts.tsx'
import { valueBox, ExactValue } from './exact-value.tsx'
import { InstallationFacts } from './installation-facts.tsx'
import { LaunchFiles, CommandResolutionFacts } from './launch-files.tsx'
import { RuntimeFacts } from './runtime-facts.tsx'
import { PackageChecksView } from './package-checks.tsx'
import { Placeholders } from './placeholders.tsx'
import { LaunchRisks } from './launch-risks.tsx'
import { LaunchArguments, LaunchValues, type RevealValue } from './launch-values.tsx'

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-note font-medium text-fg-2">{title}</h3>
      {children}
    </section>
  )
}

/** The address as sent, if it differs from the typed one. */
function SentAddress({ url }: { url: string }) {
  const t = useT('servers')
  const sent = requestedAddress(url)
  if (sent === url || sent === null) return null
  return (
    <p className="mt-1 text-small text-fg-3">
      {t('review.sentAs')} <ExactValue text={sent} />
    </p>
  )
}

/** Exactly what will run or be called: nothing shortened, nothing hidden. */
export function LaunchReviewView({
  review,
  vault,
  reveal,
}: {
  review: LaunchReview
  vault: VaultState
  reveal?: RevealValue | undefined
}) {
  const t = useT('servers')
  const { transport } = review.draft
  const facts = useConnectionFacts()(review.draft)
  const inner = review.programs?.at(-1)
  const values = transport.kind === 'stdio' ? transport.env : transport.headers
  return (
    <div className="flex flex-col gap-5">
      <LaunchRisks risks={review.risks} />
      {review.packageChecks && <PackageChecksView checks={review.packageChecks} />}
      {review.installation && (
        <InstallationFacts
          installation={review.installation}
          diff={review.installationDiff}
          carriedSecrets={review.carriedSecrets ?? []}
        />
      )}
      {transport.kind === 'stdio' ? (
        <>
          <Part title={t('review.command')}>
            <div className={valueBox}>
              <ExactValue text={transport.command} />
            </div>
            <CommandResolutionFacts review={review} />
            {review.runtime && <RuntimeFacts runtime={review.runtime} />}
            <LaunchFiles review={review} />
          </Part>
          <Part title={t('review.arguments', { count: transport.args.length })}>
            {transport.args.length === 0 ? (
              <p className="text-note text-fg-3">{t('review.none')}</p>
            ) : (
              <LaunchArguments args={transport.args} />
            )}
          </Part>
          {inner && (
            <Part title={t('review.inner')}>
              <InnerProgram program={inner} given={transport.env} />
            </Part>
          )}
        </>
      ) : (
        <Part title={t('review.url')}>
          <div className={valueBox}>
            <ExactAddress url={transport.url} />
          </div>
          <SentAddress url={transport.url} />
        </Part>
      )}
      <Part title={t(transport.kind === 'stdio' ? 'review.env' : 'review.headers')}>
        {values.length === 0 ? (
          <p className="text-note text-fg-3">{t('review.none')}</p>
        ) : (
          <LaunchValues values={values} isNew={review.draft.id === undefined} reveal={reveal} />
        )}
        {transport.kind === 'stdio' && (
          <p className="mt-1 text-small text-fg-3">{t('review.envNote')}</p>
        )}
      </Part>
      {values.some((value) => value.secret) && <SecretStorageText vault={vault} />}
      {transport.kind === 'stdio' && (
        <Part title={t('review.cwd')}>
          {transport.cwd === undefined ? (
            <p className="text-note text-fg-3">{t('review.noCwd')}</p>
          ) : (
            <div className={valueBox}>
              <ExactValue text={transport.cwd} />
            </div>
          )}
        </Part>
      )}
      {review.placeholders && review.placeholders.length > 0 && (
        <Part title={t('placeholder.title')}>
          <div className={valueBox}>
            <Placeholders placeholders={review.placeholders} />
          </div>
          <p className="mt-1 text-small text-fg-2">{t('placeholder.grants')}</p>
          <p className="mt-1 text-small text-fg-3">{t('placeholder.note')}</p>
        </Part>
      )}
      {facts.length > 0 && (
        <Part title={t('connection.title')}>
          <div className={valueBox}>
            <KeyValues items={facts} />
          </div>
        </Part>
      )}
      <p className="text-note text-fg-2">
        {t(transport.kind === 'stdio' ? 'review.trustCommand' : 'review.trustUrl')}
      </p>
    </div>
  )
}

interface InnerProgramProps {
  program: FoundProgram
  /** Variables of the launch. */
  given: readonly DraftValue[]
}

/** The program that a command like `env` or `sh -c` starts: its file, arguments, folder, and what differs in its variables. */
function InnerProgram({ program, given }: InnerProgramProps) {
  const t = useT('servers')
  const { path, args, cwd, env, isEnvironmentCleared = false } = program
  const before = new Map(given.map(({ name, value }) => [name, value]))
  const set = Object.entries(env).filter(([name, value]) => before.get(name) !== value)
  const removed = given.filter(({ name, secret }) => !secret && !Object.hasOwn(env, name))
  return (
    <div className="flex flex-col gap-1">
      <div className={valueBox}>
        <ExactValue text={path} />
      </div>
      {args.length > 0 && <LaunchArguments args={args} />}
      <p className="text-small text-fg-3">
        {t('review.innerFolder')} <ExactValue text={cwd} />
      </p>
      {set.map(([name, value]) => (
        <p key={name} className="text-small text-fg-3">
          {t('review.innerSets')} <ExactValue text={`${name}=${value}`} />
        </p>
      ))}
      {isEnvironmentCleared ? (
        <p className="text-small text-fg-3">{t('review.innerCleared')}</p>
      ) : (
        removed.map(({ name }) => (
          <p key={name} className="text-small text-fg-3">
            {t('review.innerRemoves')} <ExactValue text={name} />
          </p>
        ))
      )}
    </div>
  )
}
