import type { Conversation, ConversationView, UserMessage } from '@gatehouse/domain'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { PaneHeader } from '../../../kit/index.ts'
import { isBridgeError } from '../../../lib/bridge/bridge-error.ts'
import { FirstRunSlot } from '../../../lib/chats/first-run-slot.tsx'
import { useT } from '../../../lib/words/i18n.ts'
import { useNewChat } from '../../../lib/chats/new-chat.ts'
import { useAction, useConversation, useConversations } from '../../../lib/queries/index.ts'
import { QueryStates } from '../../../lib/queries/query-states.tsx'
import { useUi } from '../../../lib/ui-store.tsx'
import { useRetainedState } from '../../../lib/drafts/use-retained-state.ts'
import { ChatHeader } from './chat-header.tsx'
import { Composer } from '../composer/composer.tsx'
import { ImportedNote } from '../transcript/imported-note.tsx'
import { FindBar, RunTool, Transcript } from '../markdown/lazy-parts.tsx'
import type { FilledCall, RunToolState } from '../calls/run-tool.tsx'
import { FileSetupNote } from '../setup/file-setup-note.tsx'
import { TemporaryNote } from './temporary-note.tsx'
import { runToolKey, toolFormKey } from '../calls/tool-form-key.ts'
import { useAnnouncements } from '../transcript/use-announcements.ts'
import { useFind } from '../find/use-find.ts'

const closed: RunToolState = { step: 'closed' }

/** Codes of a form that can no longer be run. */
const OVER = new Set(['chat/form-over', 'ask/not-as-shown'])

interface ChatScreenProps {
  conversation?: Conversation | undefined
  /** Stands above the composer while there is no conversation: why it does not come. */
  starting?: ReactNode
}

/**
 * The main pane of one chat: header, transcript, composer. While the window starts there is no conversation yet;
 * the composer keeps typed text until the chat arrives.
 */
export function ChatScreen({ conversation, starting }: ChatScreenProps) {
  const t = useT('chat')
  const view = useConversation(conversation?.id)
  const running = view.data?.isRunning ?? false
  const last = lastMessage(view.data)
  const find = useFind(conversation?.id)
  const [runTool, setRunTool] = useRunTool(conversation?.id)
  const choose = useCallback(() => setRunTool({ step: 'choose' }), [setRunTool])
  return (
    <>
      {conversation ? (
        <ChatHeader conversation={conversation} />
      ) : (
        <PaneHeader title={t('untitled')} />
      )}
      {conversation && find.isOpen && (
        <FindBar
          key={conversation.id}
          conversationId={conversation.id}
          onClose={find.close}
          typed={find.typed}
        />
      )}
      {conversation?.imported && (
        <ImportedNote
          imported={conversation.imported}
          hasFileDraft={conversation.fileDraft === true}
        />
      )}
      {conversation?.fileSetup && <FileSetupNote conversation={conversation} />}
      {conversation?.isTemporary && <TemporaryNote conversation={conversation} running={running} />}
      {conversation ? (
        <div className="flex min-h-0 flex-1 flex-col">
          <QueryStates query={view}>{(data) => <ChatTurns view={data} />}</QueryStates>
        </div>
      ) : (
        <div aria-busy={!starting} className="min-h-0 flex-1">
          {starting}
        </div>
      )}
      <Composer
        conversation={conversation}
        attachments={view.data?.attachments}
        lastSent={last?.message}
        lastTurnId={last?.turnId}
        running={running}
        onRunTool={choose}
      />
      {conversation && view.data && (
        <ToolRunner
          conversation={conversation}
          running={running}
          state={runTool}
          onChange={setRunTool}
        />
      )}
    </>
  )
}

/** Returns the person's last message on the loaded page. */
function lastMessage(
  view: ConversationView | undefined,
): { turnId: string; message: UserMessage } | undefined {
  for (const { id, entries } of view?.turns.toReversed() ?? [])
    for (const entry of entries)
      if (entry.kind === 'user-message') return { turnId: id, message: entry }
  return undefined
}

/** A form that is half filled in stays open behind other sections and chats; the choice of a tool does not. */
function useRunTool(
  conversationId = '',
): [state: RunToolState, change: (state: RunToolState) => void] {
  const [filling, keep] = useRetainedState<RunToolState>(runToolKey(conversationId))
  const [choosing, setChoosing] = useState<RunToolState>(closed)
  const change = useCallback(
    (state: RunToolState) => {
      const isFilling = state.step === 'fill'
      keep(isFilling ? state : undefined)
      setChoosing(isFilling ? closed : state)
    },
    [keep],
  )
  return [filling ?? choosing, change]
}

function ChatTurns({ view }: { view: ConversationView }) {
  const { conversation, turns } = view
  useAnnouncements(view)
  if (turns.length === 0) return <EmptyChat manual={conversation.model === null} />
  return <Transcript view={view} />
}

interface ToolRunnerProps {
  conversation: Conversation
  running: boolean
  state: RunToolState
  onChange: (state: RunToolState) => void
}

function ToolRunner({ conversation, running, state, onChange }: ToolRunnerProps) {
  const keep = useUi((ui) => ui.keep)
  const call = useAction('chat.run-tool', {
    onSuccess(_done, { serverId, toolName }) {
      keep(toolFormKey(serverId, toolName), undefined)
      onChange(closed)
    },
    // Main has no such form any more, or another one: it is opened again, with what was filled in.
    onError(error) {
      if (isBridgeError(error) && OVER.has(error.code) && state.step === 'fill')
        onChange({ ...state, form: undefined })
    },
  })
  const run = (filled: FilledCall) => call.mutate({ id: conversation.id, ...filled })
  useToolIntent(onChange, running)
  if (state.step === 'closed') return null
  return (
    <RunTool
      conversation={conversation}
      state={state}
      onChange={onChange}
      onRun={run}
      busy={call.isPending}
    />
  )
}

/** Opens the form of a tool that was picked on a server's page; a chat that is busy leaves it to an empty one. */
function useToolIntent(open: (state: RunToolState) => void, busy: boolean): void {
  const intent = useUi((ui) => ui.toolIntent)
  const take = useUi((ui) => ui.takeToolIntent)
  const newChat = useNewChat()
  useEffect(() => {
    if (!intent) return
    if (busy) return newChat()
    const choice = take()
    if (choice) open({ step: 'fill', choice })
  }, [intent, take, open, busy, newChat])
}

function EmptyChat({ manual }: { manual: boolean }) {
  const t = useT('chat')
  const isFirst = useConversations().data?.every((chat) => chat.title === '') ?? false
  return (
    // Margins centre it: what is centred by its box and does not fit cannot be scrolled to its top.
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="m-auto flex w-full flex-col items-center gap-6 p-6">
        <div className="text-center text-balance">
          {isFirst && (
            <p className="mx-auto mb-5 max-w-lg text-body text-fg-2">{t('transcript.welcome')}</p>
          )}
          <h2 className="text-title font-semibold">
            {t(manual ? 'transcript.manualTitle' : 'transcript.emptyTitle')}
          </h2>
          {manual && (
            <p className="mx-auto mt-1 max-w-md text-note text-fg-2">
              {t('transcript.manualNote')}
            </p>
          )}
        </div>
        <FirstRunSlot />
      </div>
    </div>
  )
}
