import type { AuditRecord } from '@gatehouse/domain'
import { Server, ArrowLeftRight } from 'lucide-react'
import {
  Button,
  Card,
  CardHeader,
  CardSection,
  KeyValues,
  PaneBody,
  PaneHeader,
  RevealText,
  ServerName,
  type KeyValue,
} from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import type { RecordInChat } from '../../../lib/queries/activity.ts'
import { useServer } from '../../../lib/queries/index.ts'
import { SignInAgain } from '../../../lib/servers/sign-in-again.tsx'
import { useUi, type EntryRef } from '../../../lib/ui-store.tsx'
import { OpenChatButton } from '../open-chat-button.tsx'
import { useRecordFacts, subjectOf } from './record-facts.tsx'

const PARTS = ['request', 'response'] as const

const WORDS = { request: 'showRequest', response: 'showResponse' } as const

/** One record of the audit with all that it says. */
export function RecordPane({ record }: { record: RecordInChat }) {
  const t = useT('activity')
  const { moment, duration } = useFormats()
  const server = useServer(record.serverId)
  const openServer = useUi((ui) => ui.openServer)
  const isCall = record.kind === 'tool-call'
  const isServer = record.kind.startsWith('server-')
  const kind = t(`kind.${record.kind}`)
  const decision = t(`decision.${record.decision}`)
  const subject = subjectOf(record) || kind
  const facts = useRecordFacts(record)
  const messages = useMessageFact(record)
  return (
    <>
      <PaneHeader
        title={<RevealText text={subject} wrap={false} />}
        actions={
          <>
            {server && (
              <Button icon={Server} onClick={() => openServer(server.config.id)}>
                {t('openServer')}
              </Button>
            )}
            {record.conversationId !== null && (
              <OpenChatButton conversationId={record.conversationId} place={placeOf(record)} />
            )}
          </>
        }
      />
      <PaneBody column label={subject} className="py-5">
        <Card hue={record.serverHue} label={subject}>
          <CardHeader aside={moment(record.at)}>
            {record.serverName !== '' && (
              <ServerName hue={record.serverHue}>
                <RevealText text={record.serverName} wrap={false} />
              </ServerName>
            )}
            <span className="truncate font-semibold">{kind}</span>
          </CardHeader>
          <CardSection padded={false}>
            <KeyValues
              variant="card"
              items={[
                { name: t('facts.when'), value: moment(record.at) },
                ...(subjectOf(record) === ''
                  ? []
                  : [
                      {
                        name: t(`facts.${isCall ? 'tool' : isServer ? 'server' : 'subject'}`),
                        value: <RevealText text={record.tool?.name ?? subject} />,
                      },
                    ]),
                ...(record.tool && record.tool.title !== record.tool.name
                  ? [
                      {
                        name: t('facts.title'),
                        value: <RevealText text={record.tool.title} />,
                      },
                    ]
                  : []),
                ...aboutOf(record).map(([fact, value]) => ({
                  name: t(`facts.${fact}`),
                  value: <RevealText text={value} />,
                })),
                ...(isServer || record.serverName === ''
                  ? []
                  : [
                      {
                        name: t('facts.server'),
                        value: <RevealText text={record.serverName} />,
                      },
                    ]),
                ...(record.serverId === null
                  ? []
                  : [
                      {
                        name: t('facts.serverId'),
                        value: <span className="font-mono text-small">{record.serverId}</span>,
                      },
                    ]),
                ...(record.origin === 'app'
                  ? [{ name: t('facts.requestedBy'), value: t('facts.byInterface') }]
                  : []),
                ...(isCall || record.decision !== 'none'
                  ? [
                      {
                        name: t('facts.decision'),
                        value: record.edited
                          ? t(isCall ? 'facts.decisionEdited' : 'facts.decisionChanged', {
                              decision,
                            })
                          : decision,
                      },
                    ]
                  : []),
                ...(isCall || record.outcome !== 'none'
                  ? [{ name: t('facts.outcome'), value: t(outcomeOf(record)) }]
                  : []),
                ...(record.durationMs === null
                  ? []
                  : [{ name: t('facts.duration'), value: duration(record.durationMs) }]),
                ...messages,
                ...facts,
              ]}
            />
          </CardSection>
        </Card>
        {record.needsSignIn && record.serverId !== null && (
          <div className="mt-3">
            <SignInAgain serverId={record.serverId} since={record.at} />
          </div>
        )}
        {isCall && !record.isTemporary && (
          <p className="mt-2 text-small text-fg-3">{t('resultsNote')}</p>
        )}
        {record.isTemporary && <p className="mt-2 text-small text-fg-3">{t('temporaryNote')}</p>}
      </PaneBody>
    </>
  )
}

/** Of a page that the person had opened: whether the browser took it. */
function outcomeOf({ kind, decision, outcome, page }: AuditRecord) {
  const isPage =
    kind === 'link' || (kind === 'elicitation' && decision === 'accept' && page !== undefined)
  return isPage && isPageOutcome(outcome)
    ? (`pageOutcome.${outcome}` as const)
    : (`outcome.${outcome}` as const)
}

const PAGE_OUTCOMES = ['done', 'failed', 'under-way', 'unknown'] as const

function isPageOutcome(outcome: AuditRecord['outcome']): outcome is (typeof PAGE_OUTCOMES)[number] {
  return PAGE_OUTCOMES.some((one) => one === outcome)
}

/** Which page was opened and which model read: what was done, beside the server's text about it. */
function aboutOf({ page, words, model }: AuditRecord) {
  const facts = [
    ['page', page],
    ['words', words],
    ['model', model && `${model.id} · ${model.provider}`],
  ] as const
  return facts.flatMap(([fact, value]) => (value === undefined ? [] : [[fact, value] as const]))
}

function placeOf({ conversationId, turnId, entryId }: RecordInChat): EntryRef | undefined {
  if (conversationId === null || turnId === null || entryId === null) return undefined
  return { conversationId, turnId, entryId }
}

/** Links to the messages of a record; none for a record without messages. */
function useMessageFact(record: RecordInChat): KeyValue[] {
  const t = useT('activity')
  const openFrame = useUi((ui) => ui.openFrame)
  const { serverId, messages } = record
  if (serverId === null || messages === null) return []
  const kept = PARTS.flatMap((part) => {
    const seq = messages[part]
    return seq === null ? [] : [{ part, seq }]
  })
  const value =
    kept.length === 0 ? (
      t('facts.noMessages')
    ) : (
      <span className="flex flex-wrap gap-1.5">
        {kept.map(({ part, seq }) => (
          <Button
            key={part}
            size="small"
            icon={ArrowLeftRight}
            onClick={() => openFrame({ serverId, seq })}
          >
            {t(WORDS[part])}
          </Button>
        ))}
      </span>
    )
  return [{ name: t('facts.messages'), value }]
}
