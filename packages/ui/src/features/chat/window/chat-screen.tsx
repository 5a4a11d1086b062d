import type { Conversation, ConversationView, UserMessage } from '@gatehouse/domain'
import { memo, useCallback, useEffect, useState, type ReactNode } from 'react'
import { PaneHeader, RevealText, Button, Icon } from '../../../kit/index.ts'
import { isBridgeError } from '../../../lib/bridge/bridge-error.ts'
import { FirstRunSlot } from '../../../lib/chats/first-run-slot.tsx'
import { useT } from '../../../lib/words/i18n.ts'
import { useNewChat } from '../../../lib/chats/new-chat.ts'
import { useAction, useConversation, useConversations } from '../../../lib/queries/index.ts'
import { QueryStates } from '../../../lib/queries/query-states.tsx'
import { useUi, useUiStore } from '../../../lib/ui-store.tsx'
import { useRetainedState } from '../../../lib/drafts/use-retained-state.ts'
import { ChatHeader } from './chat-header.tsx'
import { Composer } from '../composer/composer.tsx'
import { FindBar, RunTool, Transcript } from '../markdown/lazy-parts.tsx'
import type { FilledCall, RunToolState } from '../calls/run-tool.tsx'
import { FileSetupNote } from '../setup/file-setup-note.tsx'
import { runToolKey, toolFormKey } from '../calls/tool-form-key.ts'
import { useAnnouncements } from '../transcript/use-announcements.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { isCovered } from '../../../lib/chats/ask-target.ts'
import { useTypedAhead, type TypedAhead } from '../../../lib/keys/typed-ahead.ts'
import { EyeOff } from 'lucide-react'
import { useDeleteChat } from '../library/delete-chat.ts'
import { useKeepChat } from './temporary-chat.ts'

const none: readonly Conversation[] = []

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

const ToolRunner = memo(function ToolRunner(props: ToolRunnerProps) {
  const { conversation, running, state, onChange } = props
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
})

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
          <h2 className="text-title font-semibold">
            {t(
              isFirst
                ? 'transcript.welcome'
                : manual
                  ? 'transcript.manualTitle'
                  : 'transcript.emptyTitle',
            )}
          </h2>
        </div>
        <FirstRunSlot />
      </div>
    </div>
  )
}

/** That a chat shows the content of a file: nothing of it happened here. */
function ImportedNote({
  imported,
  hasFileDraft,
}: {
  imported: NonNullable<Conversation['imported']>
  hasFileDraft: boolean
}) {
  const t = useT('chat')
  const { moment, sentences } = useFormats()
  const from = t('library.importedFrom', {
    name: oneLine(imported.name, 80),
    date: moment(imported.at),
  })
  return (
    <p
      data-testid="imported-note"
      className="shrink-0 border-b border-line bg-sunken px-5 py-2 text-small text-pretty text-fg-2"
    >
      <RevealText text={hasFileDraft ? sentences(from, t('library.importedDraft')) : from} />
    </p>
  )
}

/** Search within the chat: Mod+F opens it, unless an overlay covers the chat. */
function useFind(conversationId: string | undefined): {
  isOpen: boolean
  close: () => void
  typed: TypedAhead
} {
  const [openIn, setOpenIn] = useState<string>()
  const store = useUiStore()
  useEffect(() => {
    if (conversationId === undefined) return undefined
    const onKeyDown = (event: KeyboardEvent): void => {
      const isKey = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isKey || event.key.toLowerCase() !== 'f' || event.isComposing) return
      // Also by what is on its way.
      if (isCovered() || store.getState().overlay !== null) return
      event.preventDefault()
      setOpenIn(conversationId)
      // Where it is open already, its words are typed again.
      const field = document.querySelector<HTMLInputElement>('[data-testid="find-bar"] input')
      field?.focus()
      field?.select()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [conversationId, store])
  const close = useCallback(() => {
    setOpenIn(undefined)
    document.querySelector<HTMLElement>('[data-composer]')?.focus()
  }, [])
  const isOpen = openIn !== undefined && openIn === conversationId
  return { isOpen, close, typed: useTypedAhead(isOpen ? conversationId : undefined, close) }
}

/** That nothing of a chat is written down, and the two ways out of it. */
function TemporaryNote({
  conversation,
  running,
}: {
  conversation: Conversation
  running: boolean
}) {
  const t = useT('chat')
  const keep = useKeepChat()
  const end = useDeleteChat(useConversations().data ?? none)
  return (
    <div
      data-testid="temporary-note"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-sunken px-5 py-2"
    >
      <Icon icon={EyeOff} />
      <p className="min-w-60 flex-1 text-small text-pretty text-fg-2">
        {t('library.temporary.note')}
      </p>
      <Button
        size="small"
        disabled={running}
        title={t(running ? 'library.temporary.keepBusy' : 'library.temporary.keepHint')}
        onClick={() => keep(conversation)}
      >
        {t('library.temporary.keep')}
      </Button>
      <Button size="small" onClick={() => end(conversation)}>
        {t('library.temporary.end')}
      </Button>
    </div>
  )
}
