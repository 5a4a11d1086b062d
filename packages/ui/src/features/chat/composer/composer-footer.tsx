import type { Conversation, ModelRef, Settings } from '@gatehouse/domain'
import {
  ArrowUp,
  AtSign,
  FolderPlus,
  Plus,
  SlidersHorizontal,
  Slash,
  Square,
  Wrench,
} from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { useChatEscape } from '../../../lib/keys/use-chat-escape.ts'
import { useWindowRole } from '../../../lib/windows/window-role.tsx'
import {
  ApprovalModeChip,
  CompareButton,
  ContextMeter,
  ToolSearchNote,
  WorkspaceChip,
  ChatSetupSheet,
} from '../markdown/lazy-parts.tsx'
import { ModelPicker } from './model-picker.tsx'
import type { TriggerKind } from './trigger.ts'

interface ComposerFooterProps {
  conversation: Conversation | undefined
  running: boolean
  sendable: boolean
  /** Effect of sending while an answer runs. */
  how: Settings['whileAnswering']
  /** The key that sends. */
  sendKeys: string
  /** `comparedWith`: another model is asked too. */
  onSend: (comparedWith?: ModelRef) => void
  onRunTool: () => void
  onFiles: (files: readonly File[]) => void
  /** A folder was picked, by its path. */
  onFolder: (folder: string) => void
  onOpenList: (kind: TriggerKind) => void
}

/** The longest that systems take two clicks for one. */
const DOUBLE_CLICK_MS = 500

/** Below the text: what can be added to it, which workspace it is in, which model reads it, send or stop. */
export function ComposerFooter(props: ComposerFooterProps) {
  const { conversation, running, sendable, how, sendKeys } = props
  const { onSend, onRunTool, onFiles, onFolder, onOpenList } = props
  const pick = useAction('chat.pick-folder', {
    onSuccess: (folder) => folder !== null && onFolder(folder),
  })
  const t = useT('chat')
  const words = useT('composer')
  const input = useRef<HTMLInputElement>(null)
  const stop = useStop(conversation?.id ?? '', running)
  // In quick ask Escape hides the window, and the answer continues.
  const stopsByKey = useWindowRole().kind !== 'quick'
  const sent = useRef(-Infinity)
  useChatEscape(running && stopsByKey ? stop.stop : null)
  return (
    // The composer is a container: with large text its controls take a second line.
    <div className="flex items-center gap-1 px-2 pb-2 @max-[31rem]:flex-wrap">
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-testid="file-input"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // The same file may be chosen again.
          target.value = ''
        }}
      />
      <IconButton
        icon={Plus}
        label={words('files')}
        keys="Mod+U"
        data-act="attach"
        tooltipSide="top"
        disabled={!conversation}
        onClick={() => input.current?.click()}
      />
      <IconButton
        icon={FolderPlus}
        label={words('folder')}
        tooltipSide="top"
        disabled={!conversation || pick.isPending}
        onClick={() => pick.mutate({})}
      />
      <ListButton icon={Slash} kind="prompt" conversation={conversation} onOpen={onOpenList} />
      <ListButton icon={AtSign} kind="resource" conversation={conversation} onOpen={onOpenList} />
      <IconButton
        icon={Wrench}
        label={t('composer.tools')}
        tooltipSide="top"
        data-testid="run-tool"
        disabled={running || !conversation}
        onClick={onRunTool}
      />
      <ChatSetupButton conversation={conversation} />
      <div className="ml-auto flex min-w-0 items-center gap-2 @max-[31rem]:flex-wrap @max-[31rem]:justify-end">
        {conversation && <ChatChoices conversation={conversation} />}
        {running ? (
          <IconButton
            icon={Square}
            variant="secondary"
            label={t(stop.stopping ? 'composer.stopping' : 'composer.stop')}
            keys={stopsByKey ? 'Escape' : undefined}
            tooltipSide="top"
            data-testid="stop"
            aria-disabled={stop.stopping || undefined}
            className={stop.stopping ? 'motion-pulse' : undefined}
            onClick={({ detail, timeStamp }) => {
              // The second press of a double click on Send, in whose place this is now.
              if (detail === 0 || timeStamp - sent.current > DOUBLE_CLICK_MS) stop.stop()
            }}
          />
        ) : null}
        {conversation && sendable && !running && (
          <CompareButton conversation={conversation} onSend={onSend} />
        )}
        {(sendable || !running) && (
          <IconButton
            icon={ArrowUp}
            variant={sendable ? 'primary' : 'secondary'}
            label={t(running ? `queue.${how}` : 'composer.send')}
            keys={sendKeys}
            tooltipSide="top"
            data-testid="send"
            disabled={!sendable}
            onClick={({ timeStamp }) => {
              sent.current = timeStamp
              onSend()
            }}
          />
        )}
      </div>
    </div>
  )
}

/** The model of the chat and what else is chosen for it. Typing does not draw it again. */
const ChatChoices = memo(function ChatChoices({ conversation }: { conversation: Conversation }) {
  return (
    <>
      <ToolSearchNote conversation={conversation} />
      <ContextMeter conversation={conversation} />
      <WorkspaceChip conversation={conversation} />
      <ApprovalModeChip conversation={conversation} />
      <ModelPicker conversation={conversation} />
    </>
  )
})

interface ListButtonProps {
  icon: typeof Slash
  kind: TriggerKind
  conversation: Conversation | undefined
  onOpen: (kind: TriggerKind) => void
}

function ListButton({ icon, kind, conversation, onOpen }: ListButtonProps) {
  const t = useT('composer')
  return (
    <IconButton
      icon={icon}
      label={t(`${kind}.button`)}
      keys={kind === 'prompt' ? '/' : '@'}
      tooltipSide="top"
      aria-haspopup="listbox"
      disabled={!conversation}
      // The caret stays where the mark goes.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onOpen(kind)}
    />
  )
}

/** Asks main to stop the turn, once; forgotten as soon as it is over. */
function useStop(id: string, running: boolean): { stop: () => void; stopping: boolean } {
  const { mutate } = useAction('chat.stop')
  const [state, setState] = useState({ running, asked: false })
  if (state.running !== running) setState({ running, asked: false })
  // The state is too late for a second press before the next render.
  const asked = useRef(false)
  useEffect(() => {
    if (!running) asked.current = false
  }, [running])
  const ask = (isAsked: boolean) => {
    asked.current = isAsked
    setState({ running, asked: isAsked })
  }
  const stop = () => {
    if (asked.current) return
    ask(true)
    mutate({ id }, { onError: () => ask(false) })
  }
  return { stopping: running && state.asked, stop }
}

/** Opens what the model of this chat is asked with; marked where that is not the default. */
function ChatSetupButton({ conversation }: { conversation: Conversation | undefined }) {
  const t = useT('chat')
  const [isOpen, setOpen] = useState(false)
  const isChanged = conversation?.setup !== undefined
  return (
    <>
      <IconButton
        icon={SlidersHorizontal}
        label={t(isChanged ? 'setup.openChanged' : 'setup.open')}
        tooltipSide="top"
        data-testid="chat-setup"
        className={isChanged ? 'text-accent' : undefined}
        aria-haspopup="dialog"
        disabled={!conversation}
        onClick={() => setOpen(true)}
      />
      {isOpen && conversation && (
        <ChatSetupSheet conversation={conversation} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
