import type { ConnectionState, ServerView } from '@gatehouse/domain'
import {
  Badge,
  Button,
  Callout,
  Disclosure,
  JsonView,
  KeyValues,
  PaneBody,
  RevealText,
  type KeyValue,
} from '../../kit/index.ts'
import { useFormats } from '../../lib/formats/formats.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useNow } from '../../lib/formats/now.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { useConnectionFacts, useTransportWords } from '../../launch-review/connection-facts.tsx'
import { useFeatureCounts } from './features/feature-counts.ts'
import { ServerFolders } from './server-folders.tsx'
import { ServerInstructions } from './features/server-instructions.tsx'
import { DoctorCard, useDiagnosis, useDoctorTranslation } from './doctor/index.ts'
import { MissingSecrets } from './form/missing-secrets.tsx'
import { OutdatedPlaceholders, ServerPlaceholders } from './form/server-placeholders.tsx'
import { RegistryOrigin } from './catalogue/registry-origin.tsx'
import { ServerInstallationPart } from './install/install-offer.tsx'
import { ServerFailure, ServerStarting } from './server-failure.tsx'

/** Overview of a server and its state. */
export function ServerOverview({ view }: { view: ServerView }) {
  const t = useT('servers')
  const doctor = useDoctorTranslation()
  const { connection } = view
  return (
    <PaneBody column label={t('tabs.overview')} className="flex flex-col gap-5 py-5">
      {connection.status === 'failed' && <ServerFailure view={view} state={connection} />}
      {connection.status === 'failed' && <Doctor view={view} />}
      {connection.status === 'starting' && <ServerStarting view={view} state={connection} />}
      {(connection.status === 'stopped' || connection.status === 'stopping') && (
        <Callout title={t(connection.status === 'stopped' ? 'stoppedNote' : 'stoppingNote')} />
      )}
      {connection.status !== 'failed' && <MissingSecrets serverId={view.config.id} />}
      {view.problems.length > 0 && (
        <Callout tone="warning" title={t('problems', { count: view.problems.length })}>
          <ul className="list-disc pl-4">
            {view.problems.map((problem) => (
              <li key={problem}>
                <RevealText text={problem} />
              </li>
            ))}
          </ul>
        </Callout>
      )}
      <OutdatedPlaceholders view={view} />
      {connection.status === 'ready' && <ReadyFacts view={view} state={connection} />}
      <ServerInstructions serverId={view.config.id} />
      <ServerFolders view={view} />
      <Launch view={view} />
      <ServerInstallationPart view={view} />
      {view.config.registryEntry && <RegistryOrigin serverId={view.config.id} />}
      <ServerPlaceholders view={view} />
      {(connection.status === 'ready' || connection.status === 'stopped') && (
        <Disclosure summary={doctor('summary')} onlyOpen>
          <Doctor view={view} />
        </Disclosure>
      )}
    </PaneBody>
  )
}

/** Steps of the last start. */
function Doctor({ view }: { view: ServerView }) {
  const found = useDiagnosis(view)
  return found ? <DoctorCard view={view} {...found} /> : null
}

type Ready = Extract<ConnectionState, { status: 'ready' }>

function ReadyFacts({ view, state }: { view: ServerView; state: Ready }) {
  const t = useT('servers')
  const words = useT('serverPage')
  const { info } = state
  const transportWords = useTransportWords()
  const doctor = useDoctorTranslation()
  const { number, duration } = useFormats()
  const printed = useDiagnosis(view)?.examination.start?.printedAtStart ?? 0
  const counts = useFeatureCounts(view)
  const many = (count: number | undefined) => ({
    count: count ?? 0,
    number: count === undefined ? '…' : number(count),
  })
  const declared: [string, string | undefined][] = [
    [t('facts.title'), info.serverTitle],
    [t('facts.name'), info.serverName],
    [t('facts.version'), info.serverVersion],
    [t('facts.about'), info.serverDescription],
  ]
  const capabilities = Object.keys(info.capabilities)
  return (
    <>
      <KeyValues
        items={[
          ...declared.flatMap(([name, value]): KeyValue[] =>
            value === undefined ? [] : [{ name, value: <RevealText text={value} /> }],
          ),
          { name: t('facts.protocol'), value: `${info.protocolVersion} · ${t(`era.${info.era}`)}` },
          ...(info.transport === undefined
            ? []
            : [{ name: t('facts.transport'), value: transportWords(info.transport) }]),
          {
            name: t('facts.capabilities'),
            value:
              capabilities.length === 0 ? (
                t('facts.noCapabilities')
              ) : (
                <span className="flex flex-wrap gap-1.5">
                  {capabilities.map((capability) => (
                    <Badge key={capability} mono>
                      <RevealText text={capability} wrap={false} />
                    </Badge>
                  ))}
                </span>
              ),
          },
          { name: t('facts.tools'), value: <ToolCost view={view} /> },
          ...(counts.prompts.declared
            ? [{ name: t('facts.prompts'), value: t('promptCount', many(counts.prompts.count)) }]
            : []),
          ...(counts.resources.declared
            ? [
                {
                  name: t('facts.resources'),
                  value: [
                    t('resourceCount', many(counts.resources.count)),
                    t('templateCount', many(counts.templates)),
                  ].join(' · '),
                },
              ]
            : []),
          { name: doctor('startTook'), value: duration(info.connectMs) },
          ...(printed === 0
            ? []
            : [{ name: doctor('atStart'), value: <PrintedAtStart count={printed} /> }]),
          { name: words('facts.lastResponse'), value: <LastResponse state={state} /> },
          { name: t('facts.uptime'), value: <Uptime since={state.since} /> },
          ...(info.pid === undefined ? [] : [{ name: t('facts.pid'), value: String(info.pid) }]),
        ]}
      />
      {capabilities.length > 0 && (
        <Disclosure summary={t('facts.capabilitiesDetail')}>
          <JsonView
            value={info.capabilities}
            label={t('facts.capabilities')}
            className="rounded-lg border border-line"
          />
        </Disclosure>
      )}
    </>
  )
}

/** Lines that a server printed before it was up: a usage text among them may say what is wrong. */
function PrintedAtStart({ count }: { count: number }) {
  const t = useDoctorTranslation()
  const setTab = useUi((ui) => ui.setServerTab)
  return (
    <span className="flex flex-wrap items-center gap-2">
      {t('printedAtStart', { count })}
      <Button size="small" variant="ghost" onClick={() => setTab('logs')}>
        {t('openLog')}
      </Button>
    </span>
  )
}

function ToolCost({ view }: { view: ServerView }) {
  const t = useT('servers')
  const { number } = useFormats()
  const words = t('toolCount', { count: view.toolCount ?? 0 })
  return view.toolTokens === null
    ? words
    : `${words} · ${t('tokens', { count: view.toolTokens, tokens: number(view.toolTokens) })}`
}

function LastResponse({ state }: { state: Ready }) {
  const t = useT('serverPage')
  const { duration } = useFormats()
  const now = useNow(5000)
  return t('facts.lastResponseAt', {
    ago: duration(Math.max(1, Math.round((now - state.lastRoundTripAt) / 1000)) * 1000),
    latency: duration(state.lastRoundTripMs),
  })
}

function Uptime({ since }: { since: number }) {
  const t = useT('servers')
  const { duration, moment } = useFormats()
  const now = useNow(30_000)
  return t('facts.uptimeSince', {
    uptime: duration(Math.max(1000, Math.floor((now - since) / 1000) * 1000)),
    since: moment(since),
  })
}

/** Command or address of this server; values of secrets are not even here. */
function Launch({ view }: { view: ServerView }) {
  const t = useT('servers')
  const { transport } = view.config
  const facts = useConnectionFacts()(view.config)
  const mono = (text: string) => <RevealText text={text} className="font-mono text-small" />
  const items: KeyValue[] =
    transport.kind === 'http'
      ? [{ name: t('form.url'), value: mono(transport.url) }]
      : [
          { name: t('form.command'), value: mono(transport.command) },
          {
            name: t('form.arguments'),
            value:
              transport.args.length === 0 ? (
                t('review.none')
              ) : (
                <ol className="flex flex-col">
                  {transport.args.map((argument, index) => (
                    <li key={index}>{mono(argument)}</li>
                  ))}
                </ol>
              ),
          },
          ...(transport.cwd === undefined
            ? []
            : [{ name: t('form.cwd'), value: mono(transport.cwd) }]),
        ]
  return (
    <section>
      <h2 className="mb-1 text-note font-medium text-fg-2">
        {t(transport.kind === 'http' ? 'launchUrl' : 'launchCommand')}
      </h2>
      <KeyValues items={[...items, ...facts]} />
    </section>
  )
}
