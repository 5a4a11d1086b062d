import { toolDisplayName, type Ask, type AuditRecord } from '@gatehouse/domain'
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
import { AskCardSlot } from '../../lib/ask-card-slot.tsx'
import { useFormats } from '../../lib/formats.ts'
import { useT } from '../../lib/i18n.ts'
import { useAskHistory, useAsks, useServer } from '../../lib/queries/index.ts'
import { QueryStates } from '../../lib/query-states.tsx'
import { useUi } from '../../lib/ui-store.tsx'
import { useOpenActivity } from './open-activity.ts'

/** The main pane of Activity: the ask that was chosen, else the oldest that waits, else a record. */
export function ActivityScreen() {
  const t = useT('activity')
  const common = useT('common')
  const asks = useAsks()
  const history = useAskHistory().data
  const { ask, record } = useOpenActivity()
  return (
    <QueryStates query={asks}>
      {() => {
        if (ask) return <AskPane key={ask.id} ask={ask} />
        if (record) return <RecordPane record={record} />
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
  const title = toolDisplayName(ask.tool)
  return (
    <>
      <PaneHeader
        title={<RevealText text={title} wrap={false} />}
        actions={<OpenChat conversationId={ask.conversationId} />}
      />
      <PaneBody column label={t('waiting')} className="py-5">
        <AskCardSlot ask={ask} />
      </PaneBody>
    </>
  )
}

function OpenChat({ conversationId }: { conversationId: string }) {
  const t = useT('activity')
  const openChat = useUi((ui) => ui.openChat)
  return (
    <Button icon={MessageSquare} onClick={() => openChat(conversationId)}>
      {t('openChat')}
    </Button>
  )
}

function RecordPane({ record }: { record: AuditRecord }) {
  const t = useT('activity')
  const { moment, duration } = useFormats()
  const server = useServer(record.serverId)
  const openServer = useUi((ui) => ui.openServer)
  const isCall = record.kind === 'tool-call'
  const decision = t(`decision.${record.decision}`)
  return (
    <>
      <PaneHeader
        title={<RevealText text={record.subject} wrap={false} />}
        actions={
          <>
            {server && (
              <Button icon={Server} onClick={() => openServer(server.config.id)}>
                {t('openServer')}
              </Button>
            )}
            {record.conversationId !== null && <OpenChat conversationId={record.conversationId} />}
          </>
        }
      />
      <PaneBody column label={record.subject} className="py-5">
        <Card hue={record.serverHue} label={record.subject}>
          <CardHeader aside={moment(record.at)}>
            <ServerName hue={record.serverHue}>
              <RevealText text={record.serverName} wrap={false} />
            </ServerName>
            <span className="truncate font-semibold">{t(`kind.${record.kind}`)}</span>
          </CardHeader>
          <CardSection padded={false}>
            <KeyValues
              variant="card"
              items={[
                { name: t('facts.when'), value: moment(record.at) },
                {
                  name: isCall ? t('facts.tool') : t('facts.server'),
                  value: <RevealText text={record.subject} />,
                },
                ...(isCall
                  ? [
                      {
                        name: t('facts.decision'),
                        value: record.edited ? t('facts.decisionEdited', { decision }) : decision,
                      },
                      { name: t('facts.outcome'), value: t(`outcome.${record.outcome}`) },
                    ]
                  : []),
                ...(record.durationMs === null
                  ? []
                  : [{ name: t('facts.duration'), value: duration(record.durationMs) }]),
              ]}
            />
          </CardSection>
        </Card>
        {isCall && <p className="mt-2 text-small text-fg-3">{t('resultsNote')}</p>}
      </PaneBody>
    </>
  )
}
