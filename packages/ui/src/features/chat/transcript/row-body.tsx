import { AppViewSlot } from '../../../lib/chats/app-view-slot.tsx'
import { createLazyPart } from '../../../lib/windows/lazy-part.tsx'
import { ToolCallCard } from '../calls/tool-call-card.tsx'
import { PlanCard } from '../plan/plan-card.tsx'
import {
  AssistantRow,
  PreparingRow,
  RefusedRow,
  RepeatedCalls,
  ThinkingRow,
} from './message-rows.tsx'
import type { RowBodyProps } from './transcript-rows.ts'
import { TurnFooter } from './turn-footer.tsx'
import { UserRow } from './user-row.tsx'

/** Few chats compare answers. */
const Comparison = createLazyPart(
  async () => (await import('../comparison/comparison.tsx')).Comparison,
)

/** Content of a row of the transcript. */
export function RowBody({ row, conversationId, busy, isPinned, onScroll }: RowBodyProps) {
  switch (row.kind) {
    case 'user':
      return <UserRow message={row.message} turn={row.turn} busy={busy} isPinned={isPinned} />
    case 'assistant':
      return (
        <AssistantRow
          text={row.text}
          reasoning={row.reasoning}
          status={row.status}
          isFirst={row.isFirst}
        />
      )
    case 'call':
      return (
        <>
          <ToolCallCard call={row.call} conversationId={conversationId} />
          <RepeatedCalls count={(row.earlier?.length ?? 0) + 1} />
        </>
      )
    case 'app':
      return <AppViewSlot call={row.call} conversationId={conversationId} turnId={row.turnId} />
    case 'plan':
      return <PlanCard row={row} conversationId={conversationId} onScroll={onScroll} />
    case 'refused':
      return <RefusedRow count={row.count} />
    case 'thinking':
      return <ThinkingRow since={row.since} />
    case 'preparing':
      return <PreparingRow toolTitle={row.toolTitle} characters={row.characters} />
    case 'comparison':
      return <Comparison turn={row.turn} busy={busy} onScroll={onScroll} Row={RowBody} />
    case 'footer':
      return <TurnFooter turn={row.turn} isLast={row.isLast} busy={busy} />
  }
}
