import type { ConversationView, JsonObject } from '@gatehouse/domain'
import { useCallback, useEffect, useState } from 'react'
import { PaneHeader } from '../../kit/index.ts'
import { FirstRunSlot } from '../../lib/first-run-slot.tsx'
import { useT } from '../../lib/i18n.ts'
import { useAction, useConversation } from '../../lib/queries/index.ts'
import { QueryStates } from '../../lib/query-states.tsx'
import { useUi } from '../../lib/ui-store.tsx'
import { ChatHeader } from './chat-header.tsx'
import { Composer } from './composer.tsx'
import { RunTool, Transcript } from './later-parts.tsx'
import type { RunToolState, ToolChoice } from './run-tool.tsx'
import { useAnnouncements } from './use-announcements.ts'

/** The main pane of one chat: header, transcript, composer. */
export function ChatScreen({ conversationId }: { conversationId: string }) {
  const t = useT('chat')
  const view = useConversation(conversationId)
  if (view.data) return <OpenChat key={conversationId} view={view.data} />
  return (
    <>
      <PaneHeader title={t('untitled')} />
      <QueryStates query={view}>{() => null}</QueryStates>
    </>
  )
}

function OpenChat({ view }: { view: ConversationView }) {
  const { conversation, turns } = view
  const last = turns.at(-1)
  const running = last?.status === 'running'
  const [runTool, setRunTool] = useState<RunToolState>({ step: 'closed' })
  const call = useAction('chat.run-tool', { onSuccess: () => setRunTool({ step: 'closed' }) })
  const run = ({ serverId, toolName }: ToolChoice, args: JsonObject) =>
    call.mutate({ id: conversation.id, serverId, toolName, arguments: args })
  const choose = useCallback(() => setRunTool({ step: 'choose' }), [])
  useAnnouncements(conversation.id, last)
  useToolIntent(setRunTool)
  return (
    <>
      <ChatHeader conversation={conversation} />
      {turns.length === 0 ? <EmptyChat manual={conversation.model === null} /> : <Transcript conversationId={conversation.id} turns={turns} />}
      <Composer conversation={conversation} running={running} onRunTool={choose} />
      {runTool.step !== 'closed' && <RunTool conversation={conversation} state={runTool} onChange={setRunTool} onRun={run} busy={call.isPending} />}
    </>
  )
}

/** Opens the form of a tool that was picked on a server's page. */
function useToolIntent(open: (state: RunToolState) => void): void {
  const intent = useUi((ui) => ui.toolIntent)
  const take = useUi((ui) => ui.takeToolIntent)
  useEffect(() => {
    if (!intent) return
    const choice = take()
    if (choice) open({ step: 'fill', choice })
  }, [intent, take, open])
}

function EmptyChat({ manual }: { manual: boolean }) {
  const t = useT('chat')
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-6 overflow-y-auto p-6">
      <div className="text-center">
        <h2 className="text-title font-semibold">{t(manual ? 'transcript.manualTitle' : 'transcript.emptyTitle')}</h2>
        {manual && <p className="mt-1 max-w-md text-note text-pretty text-fg-2">{t('transcript.manualNote')}</p>}
      </div>
      <FirstRunSlot />
    </div>
  )
}
