import type { ConnectionState, DownloadProgress, ServerView } from '@gatehouse/domain'
import { readOutput, type Diagnosis, type Mend, type OutputLine } from '@gatehouse/domain/doctor'
import {
  FolderTree,
  KeyRound,
  Pencil,
  Play,
  ScrollText,
  Wrench,
  ShieldQuestion,
} from 'lucide-react'
import { Button, Callout, RevealText, Spinner, useToasts } from '../../kit/index.ts'
import {
  signInProblem,
  useConnectionFailureWords,
} from '../../lib/words/connection-failure-words.ts'
import { useFormats } from '../../lib/formats/formats.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useNow } from '../../lib/formats/now.ts'
import { useAction } from '../../lib/queries/index.ts'
import { SignInAgain } from '../../lib/servers/sign-in-again.tsx'
import { useRuntimeWords } from '../../lib/words/runtime-words.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { FileChanges } from '../../launch-review/file-changes.tsx'
import { Placeholders } from '../../launch-review/placeholders.tsx'
import { SearchedFolders } from '../../launch-review/launch-files.tsx'
import {
  causeWords,
  mendWords,
  PrintedOutput,
  useDiagnosis,
  useDoctorTranslation,
  useMend,
} from './doctor/index.ts'
import { MissingRuntime, useRuntimeLack } from './runtimes/missing-runtime.tsx'
import { OtherWaysOfSignIn } from './sign-in/other-ways-of-sign-in.tsx'
import { worded } from '../../lib/words/worded.ts'
import { SaveFailure } from './form/save-failure.tsx'
import { useServerDraftFlow } from './form/server-draft-flow.ts'

/** Characters of a printed line that a title has. */
const MAX_TITLE = 300

/** Failures that only the person can end, and by which nothing is broken. */
const asks: ReadonlySet<string> = new Set([
  'sign-in-needed',
  'launch-changed',
  'no-workspace-folder',
  'secret-elsewhere',
])

/** Failures of a sign-in where another one, without the tokens that are kept, can help. */
const endsBySignIn: ReadonlySet<string> = new Set(['rejected', 'unreachable'])

function mayEndBySignIn(failure: Failed['failure']): boolean {
  const isOther = failure.mismatch?.of === 'response'
  return (
    isOther || (endsBySignIn.has(signInProblem(failure) ?? '') && failure.address === undefined)
  )
}

type Failed = Extract<ConnectionState, { status: 'failed' }>
type Starting = Extract<ConnectionState, { status: 'starting' }>

/** Failure of a server, its last output, and the remedies. */
export function ServerFailure({ view, state }: { view: ServerView; state: Failed }) {
  const t = useT('servers')
  const words = useConnectionFailureWords()
  const { failure } = state
  const { id } = view.config
  const start = useAction('server.start')
  const found = useDiagnosis(view)
  const cause = found?.diagnosis.cause ?? null
  const explanation = useCauseWords(view, cause)
  const output = found?.diagnosis.output ?? linesOf(failure)
  const setTab = useUi((ui) => ui.setServerTab)
  const goTo = useUi((ui) => ui.goTo)
  return (
    <Callout
      tone={asks.has(failure.code) ? 'warning' : 'danger'}
      role="alert"
      title={<RevealText text={explanation.title ?? words(failure, view.config)} />}
      actions={
        <>
          <Mends view={view} mends={found?.diagnosis.mends ?? []} />
          {failure.code === 'launch-changed' ? (
            <ChangedLaunchReview view={view} />
          ) : (
            <Button
              size="small"
              icon={Play}
              loading={start.isPending}
              onClick={() => start.mutate({ id })}
            >
              {t('retry')}
            </Button>
          )}
          {mayEndBySignIn(failure) && <SignInAgain serverId={id} />}
          {failure.code === 'sign-in-needed' && <OtherWaysOfSignIn view={view} failure={failure} />}
          {failure.code === 'no-workspace-folder' && (
            <Button
              size="small"
              variant="primary"
              icon={FolderTree}
              onClick={() => goTo('workspaces')}
            >
              {t('placeholder.openWorkspaces')}
            </Button>
          )}
          <Button size="small" icon={Pencil} onClick={() => setTab('settings')}>
            {t('edit')}
          </Button>
          <Button size="small" variant="ghost" icon={ScrollText} onClick={() => setTab('logs')}>
            {t('openLogs')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2">
        {explanation.title !== undefined && <p>{words(failure, view.config)}</p>}
        {failure.code !== 'command-not-found' && explanation.text !== '' && (
          <p>{explanation.text}</p>
        )}
        {(view.config.transport.kind === 'http' || output.length === 0) && (
          <Detail failure={failure} isHttp={view.config.transport.kind === 'http'} />
        )}
        <FileChanges changes={failure.changes ?? []} />
        {failure.placeholders && <Placeholders placeholders={failure.placeholders} />}
        {failure.code === 'command-not-found' ? (
          <CommandNotFound view={view} failure={failure} text={explanation.text} />
        ) : (
          <SearchedFolders folders={failure.lookedIn ?? []} />
        )}
        {output.length > 0 && <PrintedOutput lines={output} cause={cause?.line?.number} />}
        <Retry state={state} />
      </div>
    </Callout>
  )
}

interface CommandNotFoundProps {
  view: ServerView
  failure: Failed['failure']
  /** Words for the cause. */
  text: string
}

/** Folders in which the command was looked for; where its runtime is missing, the offer of one, which names them too. */
function CommandNotFound({ view, failure, text }: CommandNotFoundProps) {
  const t = useRuntimeWords()
  const start = useAction('server.start')
  const lacksRuntime = useRuntimeLack()
  const { id, transport } = view.config
  if (transport.kind === 'http') return null
  return (
    <>
      {!lacksRuntime(transport) && (
        <>
          {text !== '' && <p>{text}</p>}
          <SearchedFolders folders={failure.lookedIn ?? []} />
        </>
      )}
      <MissingRuntime
        launch={transport}
        whenReady={
          <Button size="small" icon={Play} onClick={() => start.mutate({ id })}>
            {t('retry')}
          </Button>
        }
      />
    </>
  )
}

function linesOf({ lastLines }: Failed['failure']): OutputLine[] {
  return readOutput({ first: lastLines, last: [], count: lastLines.length })
}

/** The cause as a title, where it says more than the failure does, and what to do about it. */
function useCauseWords({ config }: ServerView, cause: Diagnosis['cause']) {
  const t = useDoctorTranslation()
  const text = causeWords(t, cause, config.name)
  const { name: server } = config
  if (cause?.id === 'variable-missing') {
    const title = t('needs', { server, name: cause.name ?? '' })
    return { title, text: cause.line ? t('onLine', { line: cause.line.number }) : text }
  }
  if (cause?.line === undefined) return { text }
  return { title: t('said', { server, line: cause.line.text.slice(0, MAX_TITLE) }), text }
}

/** Mends of the failure as buttons, without those that the callout has already. */
function Mends({ view, mends }: { view: ServerView; mends: readonly Mend[] }) {
  const t = useDoctorTranslation()
  const run = useMend(view)
  return mends
    .filter(({ kind }) => kind !== 'start' && kind !== 'sign-in')
    .map((mend, index) => (
      <Button
        key={mendWords(t, mend)}
        size="small"
        variant={index === 0 && mend.kind === 'set-variable' ? 'primary' : 'secondary'}
        icon={mend.kind === 'set-variable' ? KeyRound : Wrench}
        onClick={() => run(mend)}
      >
        {mendWords(t, mend)}
      </Button>
    ))
}

/** Failures whose words have the detail in them. */
const explainedCodes = new Set<Failed['failure']['code']>([
  'secret-missing',
  'secret-elsewhere',
  'keychain-locked',
  'keychain-unavailable',
  'proxy',
])

/** The failure's own message, under a heading that names it. */
function Detail({ failure, isHttp }: { failure: Failed['failure']; isHttp: boolean }) {
  const t = useT('errors')
  const { code, detail } = failure
  if (signInProblem(failure)) return null
  if (detail === undefined || detail === '') return null
  if (explainedCodes.has(code)) return null
  if (code === 'unreachable' || code === 'tls')
    return <p className="text-small">{t('detail.code', { code: detail })}</p>
  const isQuoted = code === 'http-status' || code === 'bad-output' || code === 'sign-in-needed'
  return (
    <div className="mt-1">
      {isQuoted && <p className="mb-1">{t(isHttp ? 'detail.response' : 'detail.output')}</p>}
      <div className="max-h-40 overflow-y-auto font-mono text-small text-fg">
        <RevealText text={detail} />
      </div>
    </div>
  )
}

/** A try that is farther away has a time of day. */
const MAX_SECONDS = 90

function Retry({ state }: { state: Failed }) {
  const t = useT('servers')
  const { clock, duration } = useFormats()
  const now = useNow(state.retryAt === undefined ? null : 1000)
  if (state.retryAt === undefined) return null
  const seconds = Math.max(0, Math.ceil((state.retryAt - now) / 1000))
  const attempt = state.attempt + 1
  const waitMs = state.failure.retryAfterMs
  return (
    <>
      {waitMs !== undefined && waitMs > 0 && (
        <p>{t('retryAsked', { elapsed: duration(waitMs) })}</p>
      )}
      <p>
        {seconds <= MAX_SECONDS
          ? t('retryIn', { seconds, attempt })
          : t('retryAt', { at: clock(state.retryAt), attempt })}
      </p>
    </>
  )
}

const steps = ['queue', 'resolve', 'spawn', 'download', 'handshake', 'sign-in', 'list'] as const

/** Progress of a start that may download. */
function Download({ progress }: { progress: DownloadProgress }) {
  const t = useT('serverPage')
  const { bytes, number } = useFormats()
  const { program, lines, writtenBytes, isWorking } = progress
  const grown = [
    ...(lines === 0 ? [] : [t('download.lines', { count: lines, number: number(lines) })]),
    ...(writtenBytes === undefined ? [] : [t('download.written', { size: bytes(writtenBytes) })]),
  ]
  return (
    <div className="mt-1">
      {grown.length > 0 && <p className="tabular-nums">{grown.join(' · ')}</p>}
      <p>{t(isWorking ? 'download.note' : 'download.idle', { program })}</p>
    </div>
  )
}

/** Progress of a start, and its duration so far. */
export function ServerStarting({ view, state }: { view: ServerView; state: Starting }) {
  const t = useT('servers')
  const { duration } = useFormats()
  const now = useNow(1000)
  const own = steps
    .slice(view.config.transport.kind === 'http' ? steps.indexOf('handshake') : 1)
    .filter((step) => step !== 'sign-in' || state.step === 'sign-in')
    .filter((step) => step !== 'download' || state.step === 'download')
  const shown = state.step === 'queue' ? (['queue', ...own] as const) : own
  const reached = steps.indexOf(state.step)
  const seconds = Math.floor((now - state.since) / 1000)
  return (
    <Callout
      title={
        seconds < 1 ? t('state.starting') : t('startingFor', { elapsed: duration(seconds * 1000) })
      }
    >
      <ol className="mt-1 flex flex-col gap-1">
        {shown.map((step) => {
          const index = steps.indexOf(step)
          return (
            <li
              key={step}
              aria-current={index === reached ? 'step' : undefined}
              className="flex h-5 items-center gap-2"
            >
              <span aria-hidden className="flex w-3 justify-center">
                {index < reached ? '✓' : index === reached ? <Spinner size={12} decorative /> : '·'}
              </span>
              <span className={index === reached ? 'text-fg' : 'text-fg-3'}>
                {t(`step.${step}`)}
              </span>
            </li>
          )
        })}
      </ol>
      {state.download && <Download progress={state.download} />}
      {state.attempt > 1 && <p className="mt-1">{t('attempt', { count: state.attempt })}</p>}
    </Callout>
  )
}

/** The way to consent again to a server whose launch is as it was, while what it finds there is not. */
function ChangedLaunchReview({ view }: { view: ServerView }) {
  const t = useT('servers')
  const { show } = useToasts()
  const setTab = useUi((ui) => ui.setServerTab)
  const flow = useServerDraftFlow(view.config, `review-again ${view.config.id}`, (saved) =>
    // What it was shown for is over: the server is stopped or starts, and this goes away.
    show({
      tone: 'success',
      title: worded('servers', (to) => to('saved', { name: saved.config.name })),
    }),
  )
  return (
    <>
      <Button
        size="small"
        variant="primary"
        icon={ShieldQuestion}
        loading={flow.proposing}
        // What cannot be read as it is has to be changed first.
        onClick={() => (flow.issues.size === 0 ? flow.propose() : setTab('settings'))}
      >
        {t('reviewAgain')}
      </Button>
      <SaveFailure flow={flow} />
    </>
  )
}
