import {
  countUnseen,
  type DraftValue,
  type LaunchReview,
  type LaunchRisk,
  type VaultState,
} from '@gatehouse/domain'
import { KeyRound, TriangleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import {
  Button,
  Callout,
  Disclosure,
  Icon,
  InPortions,
  KeyValues,
  RevealText,
  Uncounted,
} from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'
import { ExactAddress } from '../../lib/exact-address.tsx'
import { VaultLine } from '../../lib/vault-note.tsx'
import { useConnectionFacts } from './connection-facts.tsx'
import { FileChanges } from './file-changes.tsx'

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-note font-medium text-fg-2">{title}</h3>
      {children}
    </section>
  )
}

/** One value in full, in data type, hidden characters revealed. */
function Exact({ text }: { text: string }) {
  const t = useT('servers')
  if (text === '')
    return (
      <span data-empty className="text-small text-fg-3 italic">
        {t('review.emptyText')}
      </span>
    )
  return <RevealText text={text} className="font-mono text-small" />
}

/** What drawing a text costs: a hidden character is a chip, as dear as many letters. */
function drawingCost(text: string): number {
  return text.length + 70 * countUnseen(text)
}

const box = 'rounded-lg border border-line bg-sunken px-3 py-2'

interface ValuesProps {
  values: DraftValue[]
  /** The server is new: what has no value was never given one. */
  isNew: boolean
  reveal?: RevealValue | undefined
}

/** Gets one hidden value of this review, when the person presses for it. */
export type RevealValue = (name: string, show: (value: string) => void) => void

function Values({ values, isNew, reveal }: ValuesProps) {
  const items = values.map(({ name, value, secret }) => ({
    key: name,
    size: drawingCost(name) + (secret ? 0 : drawingCost(value ?? '')),
    drawn: (
      <div className="grid grid-cols-[minmax(6rem,14rem)_minmax(0,1fr)] gap-3">
        <dt>
          <Exact text={name} />
        </dt>
        <dd>
          {secret ? (
            <SecretValue name={name} value={value} isNew={isNew} reveal={reveal} />
          ) : (
            <Exact text={value ?? ''} />
          )}
        </dd>
      </div>
    ),
  }))
  return (
    <dl className={`${box} flex flex-col gap-1`}>
      <InPortions items={items} />
    </dl>
  )
}

function Arguments({ args }: { args: readonly string[] }) {
  const items = args.map((argument, index) => ({
    key: String(index),
    size: drawingCost(argument),
    drawn: (
      <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] items-baseline gap-1">
        <span aria-hidden className="text-small text-fg-3 tabular-nums">
          {index + 1}
        </span>
        <Exact text={argument} />
      </li>
    ),
  }))
  return (
    <ol className={`${box} flex flex-col gap-1`}>
      <InPortions items={items} />
    </ol>
  )
}

interface SecretValueProps extends Pick<ValuesProps, 'isNew' | 'reveal'> {
  name: string
  value: string | null
}

function SecretValue({ name, value, isNew, reveal }: SecretValueProps) {
  const t = useT('servers')
  const [shown, setShown] = useState<string | null>(null)
  if (shown !== null)
    return (
      // It is kept, not decided about: whoever looks need not look at all of it.
      <Uncounted>
        <Exact text={shown} />
      </Uncounted>
    )
  const words = value !== null ? 'newSecret' : isNew ? 'missingSecret' : 'keptSecret'
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-fg-2">
      <span className="inline-flex items-center gap-1">
        <Icon icon={KeyRound} size={12} />
        {t(`review.${words}`)}
      </span>
      {reveal && value !== null && (
        <Button
          size="small"
          variant="ghost"
          aria-label={t('review.revealFor', { name })}
          onClick={() => reveal(name, setShown)}
        >
          {t('review.reveal')}
        </Button>
      )}
    </span>
  )
}

function Risks({ risks }: { risks: LaunchRisk[] }) {
  const t = useT('servers')
  const items = risks.map((risk, index) => ({
    key: String(index),
    size: drawingCost(risk.value) + drawingCost(risk.detail ?? ''),
    drawn: (
      <li className="flex items-start gap-2">
        <Icon icon={TriangleAlert} size={12} className="mt-1 text-warning" />
        <span className="min-w-0">
          <RiskText risk={risk} />
        </span>
      </li>
    ),
  }))
  if (risks.length === 0) return <p className="text-note text-fg-3">{t('review.noRisks')}</p>
  return (
    <Callout tone="warning" title={t('review.risks', { count: risks.length })}>
      <ul className="mt-1 flex flex-col gap-2">
        <InPortions items={items} />
      </ul>
    </Callout>
  )
}

/** What it is about, and, where the value alone does not say it, who or what stands behind it. */
export function RiskText({ risk: { code, value, detail } }: { risk: LaunchRisk }) {
  const t = useT('servers')
  return (
    <>
      {t(`risk.${code}`)}{' '}
      <span className="text-fg">
        <Exact text={value} />
      </span>
      {detail !== undefined && (
        <>
          {' '}
          {t(
            code in detailWords ? detailWords[code as keyof typeof detailWords] : 'riskDetail.is',
          )}{' '}
          <span className="text-fg">
            <Exact text={detail} />
          </span>
        </>
      )}
    </>
  )
}

const detailWords = {
  'own-variable': 'riskDetail.receiver',
  'project-runner': 'riskDetail.found',
} as const

/** What is asked for, where that is written in another way than what was typed. */
function SentAddress({ url }: { url: string }) {
  const t = useT('servers')
  const sent = sentUrl(url)
  if (sent === url || sent === null) return null
  return (
    <p className="mt-1 text-small text-fg-3">
      {t('review.sentAs')} <Exact text={sent} />
    </p>
  )
}

/** As HTTP clients write an address (WHATWG URL), less what is never sent: a fragment, a lone "?". */
function sentUrl(url: string): string | null {
  try {
    const parsed = new URL(url)
    parsed.hash = ''
    if (parsed.search === '') parsed.search = ''
    return parsed.href
  } catch {
    return null
  }
}

/** The files besides the program that decide what runs, in view, and what of all changed since they were allowed. */
function Files({ review: { pin, fileChanges } }: { review: LaunchReview }) {
  const t = useT('servers')
  const others = pin?.files.filter(({ role }) => role !== 'program')
  return (
    <>
      {fileChanges.length > 0 && (
        <Callout tone="warning" className="mt-2" title={t('review.changed')}>
          <FileChanges changes={fileChanges} />
        </Callout>
      )}
      {others !== undefined && others.length > 0 && (
        <div className="mt-1 text-small text-fg-3">
          {t('review.files', { count: others.length })}
          <ul className="flex flex-col gap-0.5 text-fg">
            {others.map(({ role, named, realPath }) => (
              <li key={`${role} ${named}`}>
                <Exact text={realPath} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function Resolution({ review }: { review: LaunchReview }) {
  const t = useT('servers')
  const { resolution, pin } = review
  if (!resolution) return null
  if (resolution.path !== null) {
    const program = pin?.files.find(({ role }) => role === 'program')
    const real = program && program.realPath !== resolution.path ? program.realPath : null
    return (
      <p className="mt-1 text-small text-fg-3">
        {t('review.foundAt')} <Exact text={resolution.path} />
        {real !== null && (
          <span className="block">
            {t('review.leadsTo')}{' '}
            <span className="text-fg">
              <Exact text={real} />
            </span>
          </span>
        )}
      </p>
    )
  }
  return (
    <div className="mt-1.5">
      <p className="text-small text-danger">{t('review.notFound')}</p>
      <LookedIn folders={resolution.lookedIn} />
    </div>
  )
}

/** The folders in which a command was looked for, in order. */
export function LookedIn({ folders }: { folders: string[] }) {
  const t = useT('servers')
  if (folders.length === 0) return null
  return (
    <Disclosure summary={t('review.lookedIn', { count: folders.length })}>
      <ol className="flex flex-col gap-0.5">
        {folders.map((folder) => (
          <li key={folder}>
            <Exact text={folder} />
          </li>
        ))}
      </ol>
    </Disclosure>
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
  const values = transport.kind === 'stdio' ? transport.env : transport.headers
  return (
    <div className="flex flex-col gap-5">
      <Risks risks={review.risks} />
      {transport.kind === 'stdio' ? (
        <>
          <Part title={t('review.command')}>
            <div className={box}>
              <Exact text={transport.command} />
            </div>
            <Resolution review={review} />
            <Files review={review} />
          </Part>
          <Part title={t('review.arguments', { count: transport.args.length })}>
            {transport.args.length === 0 ? (
              <p className="text-note text-fg-3">{t('review.none')}</p>
            ) : (
              <Arguments args={transport.args} />
            )}
          </Part>
        </>
      ) : (
        <Part title={t('review.url')}>
          <div className={box}>
            <ExactAddress url={transport.url} />
          </div>
          <SentAddress url={transport.url} />
        </Part>
      )}
      <Part title={t(transport.kind === 'stdio' ? 'review.env' : 'review.headers')}>
        {values.length === 0 ? (
          <p className="text-note text-fg-3">{t('review.none')}</p>
        ) : (
          <Values values={values} isNew={review.draft.id === undefined} reveal={reveal} />
        )}
        {transport.kind === 'stdio' && (
          <p className="mt-1 text-small text-fg-3">{t('review.envNote')}</p>
        )}
      </Part>
      {values.some((value) => value.secret) && <VaultLine vault={vault} />}
      {transport.kind === 'stdio' && (
        <Part title={t('review.cwd')}>
          {transport.cwd === undefined ? (
            <p className="text-note text-fg-3">{t('review.noCwd')}</p>
          ) : (
            <div className={box}>
              <Exact text={transport.cwd} />
            </div>
          )}
        </Part>
      )}
      {facts.length > 0 && (
        <Part title={t('connection.title')}>
          <div className={box}>
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
