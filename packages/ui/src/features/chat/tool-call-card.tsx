import type { Ask, ToolCall } from '@gatehouse/domain'
import { memo } from 'react'
import { useAsks } from '../../lib/queries/index.ts'
import { ApprovalCard } from './approval-card.tsx'
import { FinishedCall } from './finished-call.tsx'
import { RunningCall } from './running-call.tsx'
import { WaitingCall } from './waiting-call.tsx'

interface ToolCallCardProps {
  call: ToolCall
  conversationId: string
  /** Of a turn that was tried again: shown, without actions. */
  inert?: boolean | undefined
}

function askOf(call: ToolCall, asks: readonly Ask[] | undefined): Ask | undefined {
  return asks?.find((ask) => ask.id === call.askId || ask.entryId === call.id)
}

/** One tool call in the transcript, in whatever state it is. */
export const ToolCallCard = memo(function ToolCallCard({
  call,
  conversationId,
  inert = false,
}: ToolCallCardProps) {
  return (
    <div
      data-call-row
      data-testid="tool-call"
      data-status={call.status}
      tabIndex={-1}
      className="outline-none"
    >
      <CallBody call={call} conversationId={conversationId} inert={inert} />
    </div>
  )
})

function CallBody({ call, conversationId, inert }: Required<ToolCallCardProps>) {
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
      return <FinishedCall call={call} />
  }
}

function PendingCall({ call }: { call: ToolCall }) {
  const ask = askOf(call, useAsks().data)
  return ask?.state.status === 'pending' ? <ApprovalCard ask={ask} /> : <WaitingCall call={call} />
}
