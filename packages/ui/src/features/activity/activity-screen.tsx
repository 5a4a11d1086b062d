import type { Ask, AuditRecord, UnsentAnswer } from '@gatehouse/domain'
import { useEffect } from 'react'
import { Inbox, MessageSquare, Server } from 'lucide-react'
import {
  Button,
  Card,
  CardHeader,
  CardSection,
  EmptyState,
  KeyValues,
  PaneBody,
  PaneHeader,
  RevealText,
  ServerName,
} from '../../kit/index.ts'
import { chatsOf } from '../../lib/ask-chats.ts'
import { AskCardSlot } from '../../lib/ask-card-slot.tsx'
import { useBridge } from '../../lib/bridge.tsx'
import { useAskWords } from '../../lib/ask-words.ts'
import { useFormats } from '../../lib/formats.ts'
import { useT } from '../../lib/i18n.ts'
import type { RecordInChat } from '../../lib/queries/asks.ts'
import { useAsks, useHistoryHead, useServer } from '../../lib/queries/index.ts'
import { QueryStates } from '../../lib/query-states.tsx'
import { UnsentAnswerCard } from '../../lib/unsent-answer-card.tsx'
import { useUi, type EntryRef } from '../../lib/ui-store.tsx'
import { useMessageFact } from './message-links.tsx'
import { useRecordFacts, subjectOf } from './record-facts.tsx'
import { useOpenActivity } from './open-activity.ts'

/** The main pane of Activity: the ask that was chosen, else the oldest that waits, else a record. */
export function ActivityScreen() {
  const t = useT('activity')
  const common = useT('common')
  const asks = useAsks()
  const history = useHistoryHead({ text: '', group: undefined }).data?.rows
  const { ask, unsent, record, reading } = useOpenActivity()
  return (
    <QueryStates query={asks}>
      {() => {
        if (ask) return <AskPane key={ask.id} ask={ask} />
        if (unsent) return <UnsentPane unsent={unsent} />
        if (record) return <RecordPane record={record} />
        if (reading)
          return (
            <>
              <PaneHeader title={common('sections.activity')} />
              <QueryStates query={reading}>{() => null}</QueryStates>
            </>
          )
        return (
          <>
            <PaneHeader title={common('sections.activity')} />
            <EmptyState
              className="flex-1"
              icon={Inbox}
              title={t('nothingWaits')}
              description={t(history?.length ? 'nothingWaitsNote' : 'nothingNote')}
            />
          </>
        )
      }}
    </QueryStates>
  )
}

function AskPane({ ask }: { ask: Ask }) {
  const t = useT('activity')
  const { title } = useAskWords()
  useStayWhenExpired(ask)
  const chat = chatsOf(ask)[0]
  return (
    <>
      <PaneHeader
        title={<RevealText text={title(ask)} wrap={false} />}
        actions={chat && <OpenChat conversationId={chat.id} />}
      />
      <PaneBody column label={t('waiting')} className="py-5">
        <AskCardSlot ask={ask} />
      </PaneBody>
    </>
  )
}

/** Who had an ask before them when it expired continues to see that it did. */
function useStayWhenExpired({ id, serverName }: Ask): void {
  const t = useT('asks')
  const { bridge } = useBridge()
  const openActivity = useUi((ui) => ui.openActivity)
  const announce = useUi((ui) => ui.announce)
  useEffect(
    () =>
      bridge.on('ask.changed', ({ id: changed, state }) => {
        if (changed !== id || state.status !== 'withdrawn' || state.reason !== 'expired') return
        announce(t('withdrawn.expired', { server: serverName }))
        openActivity(id)
      }),
    [bridge, id, serverName, t, openActivity, announce],
  )
}

function UnsentPane({ unsent }: { unsent: UnsentAnswer }) {
  const t = useT('asks')
  const chat = unsent.causes[0]
  return (
    <>
      <PaneHeader
        title={t(unsent.texts.length > 0 ? 'unsent.title' : 'unsent.expired')}
        actions={chat && <OpenChat conversationId={chat.conversationId} />}
      />
      <PaneBody column label={t('unsent.list')} className="py-5">
        <UnsentAnswerCard unsent={unsent} />
      </PaneBody>
    </>
  )
}

/** At the very entry, where that is known. */
function OpenChat({
  conversationId,
  place,
}: {
  conversationId: string
  place?: EntryRef | undefined
}) {
  const t = useT('activity')
  const openChat = useUi((ui) => ui.openChat)
  const openChatAt = useUi((ui) => ui.openChatAt)
  return (
    <Button
      icon={MessageSquare}
      onClick={() => (place ? openChatAt(place) : openChat(conversationId))}
    >
      {t('openChat')}
    </Button>
  )
}

function RecordPane({ record }: { record: RecordInChat }) {
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
              <OpenChat conversationId={record.conversationId} place={placeOf(record)} />
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
  const isPage = kind === 'elicitation' && decision === 'accept' && page !== undefined
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
