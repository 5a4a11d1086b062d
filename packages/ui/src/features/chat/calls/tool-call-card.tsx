import type { Ask, ToolApprovalAsk, ToolCall } from '@gatehouse/domain'
import { SEARCH_TOOL } from '@gatehouse/domain/chats'
import { memo, useRef, useState, type ReactNode } from 'react'
import {
  CardGroup,
  useIsNearView,
  Card,
  CardHeader,
  CardSection,
  Spinner,
  RevealText,
} from '../../../kit/index.ts'
import { AskCardSlot } from '../../../lib/chats/ask-card-slot.tsx'
import { RunningSamplings } from '../../../lib/chats/running-samplings.tsx'
import { useAsks, useUnsentAnswers } from '../../../lib/queries/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { ApprovalCard } from '../approvals/approval-card.tsx'
import { FinishedCall } from './finished-call.tsx'
import { RunningCall } from './running-call.tsx'
import { SamplingExchanges } from './sampling-exchanges.tsx'
import { ToolSearchLine } from './tool-search-line.tsx'
import { useT } from '../../../lib/words/i18n.ts'
import { ArgumentsView } from '../approvals/arguments-view.tsx'
import { ToolHeading } from './tool-heading.tsx'
import { ToolClaims } from '../approvals/tool-claims.tsx'
import { UnsentAnswerCard } from '../../../lib/drafts/unsent-answer-card.tsx'
import { useWithdrawnWords } from '../../../lib/words/withdrawn-words.ts'

interface ToolCallCardProps {
  call: ToolCall
  conversationId: string
  /** Of a turn that was tried again: shown, without actions. */
  inert?: boolean | undefined
  /** Among calls that wait. */
  isInPlan?: boolean | undefined
}

function approvalOf(call: ToolCall, asks: readonly Ask[] | undefined): ToolApprovalAsk | undefined {
  return asks?.find(
    (ask): ask is ToolApprovalAsk =>
      ask.kind === 'tool-approval' && (ask.id === call.askId || ask.entryId === call.id),
  )
}

/** Of several calls that may have caused an ask, it is shown below the last in this chat. */
function isCausedBy(ask: Ask, call: ToolCall, conversationId: string): boolean {
  if (ask.kind === 'tool-approval' || ask.state.status !== 'pending') return false
  const cause = ask.causes.findLast((one) => one.conversationId === conversationId)
  return cause?.entryId === call.id
}

/** The host's own search for tools. A call of a server has its id, also of one with the same name. */
const isToolSearch = ({ serverId, serverName, toolName, status }: ToolCall): boolean =>
  serverId === null && serverName !== '' && toolName === SEARCH_TOOL && status !== 'rejected'

/** One tool call in the transcript, in whatever state it is. */
export const ToolCallCard = memo(function ToolCallCard({
  call,
  conversationId,
  inert = false,
  isInPlan = false,
}: ToolCallCardProps) {
  if (isToolSearch(call))
    return (
      <div data-call-row tabIndex={-1} className="outline-none">
        <ToolSearchLine call={call} />
      </div>
    )
  return (
    <div
      data-call-row
      data-testid="tool-call"
      data-status={call.status}
      tabIndex={-1}
      className="outline-none"
    >
      <CallBody call={call} conversationId={conversationId} inert={inert} isInPlan={isInPlan} />
      {!inert && (call.status === 'approved' || call.status === 'running') && (
        <div className="flex flex-col gap-2.5 pt-2.5 pl-4 empty:hidden">
          <RunningSamplings entryId={call.id} />
        </div>
      )}
      <SamplingExchanges call={call} />
      {!inert && <CausedAsks call={call} conversationId={conversationId} />}
      <WithdrawnAsks call={call} conversationId={conversationId} />
    </div>
  )
})

/** Asks of the server while it works on the call. */
function CausedAsks({ call, conversationId }: { call: ToolCall; conversationId: string }) {
  const caused = useAsks().data?.filter((ask) => isCausedBy(ask, call, conversationId)) ?? []
  return caused.map((ask, index) => (
    <div key={ask.id} className="pt-2.5 pl-4">
      <CardGroup joined={false}>
        {/* The oldest is what the transcript scrolls to. */}
        <DrawNearView atOnce={index === 0}>
          <AskCardSlot ask={ask} inline />
        </DrawNearView>
      </CardGroup>
    </div>
  ))
}

function CallBody({ call, conversationId, inert, isInPlan }: Required<ToolCallCardProps>) {
  switch (call.status) {
    case 'waiting':
      return inert ? <WaitingCall call={call} /> : <PendingCall call={call} />
    case 'approved':
    case 'running':
      return <RunningCall call={call} conversationId={conversationId} />
    case 'done':
    case 'denied':
    case 'rejected':
    case 'failed':
    case 'cancelled':
    case 'unknown':
      return <FinishedCall call={call} conversationId={conversationId} isInPlan={isInPlan} />
  }
}

function PendingCall({ call }: { call: ToolCall }) {
  const ask = approvalOf(call, useAsks().data)
  const isLoaded = useUi((ui) => ui.askDraftsLoaded)
  return isLoaded && ask?.state.status === 'pending' ? (
    <ApprovalCard ask={ask} />
  ) : (
    <WaitingCall call={call} />
  )
}

/** Draws its content once it comes near the view, and keeps it drawn: typed text stays. */
function DrawNearView({ atOnce = false, children }: { atOnce?: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const isNear = useIsNearView(box)
  const [isDrawn, setDrawn] = useState(atOnce)
  if ((isNear || atOnce) && !isDrawn) setDrawn(true)
  return (
    <div ref={box} className={isDrawn ? undefined : 'min-h-96'}>
      {isDrawn && children}
    </div>
  )
}

/** A call between states: it is compared with what was read, or its question or answer is on the way. */
function WaitingCall({ call }: { call: ToolCall }) {
  const t = useT('chat')
  return (
    <Card hue={call.serverHue} waiting>
      <CardHeader
        aside={
          <>
            <ToolClaims annotations={call.annotations} />
            <Spinner size={12} label={t('call.status.preparing')} />
          </>
        }
      >
        <ToolHeading {...call} />
      </CardHeader>
      <CardSection padded={false}>
        <ArgumentsView value={call.arguments} label={t('call.arguments')} />
      </CardSection>
    </Card>
  )
}

interface WithdrawnAsksProps {
  call: ToolCall
  conversationId: string
}

/** Asks that were withdrawn during a call: one line each, and the person's unsent answer. */
function WithdrawnAsks({ call, conversationId }: WithdrawnAsksProps) {
  const words = useWithdrawnWords()
  const unsent =
    useUnsentAnswers().data?.filter(
      ({ causes }) =>
        causes.findLast((one) => one.conversationId === conversationId)?.entryId === call.id,
    ) ?? []
  const shown = new Set(unsent.map(({ id }) => id))
  const withdrawn = call.withdrawnAsks?.filter(({ id }) => !shown.has(id)) ?? []
  return (
    <>
      {withdrawn.map((ask) => (
        <p key={ask.id} data-testid="withdrawn-ask" className="pt-1.5 pl-4 text-small text-fg-3">
          <RevealText text={words({ ...ask, server: call.serverName })} />
        </p>
      ))}
      {unsent.map((one) => (
        <div key={one.id} className="pt-2.5 pl-4">
          <UnsentAnswerCard unsent={one} />
        </div>
      ))}
    </>
  )
}
