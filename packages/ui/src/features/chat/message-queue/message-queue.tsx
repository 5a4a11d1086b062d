import type { Conversation } from '@gatehouse/domain'
import type { QueuedMessage } from '@gatehouse/domain/chats'
import { Clock, Pencil, X } from 'lucide-react'
import {
  AutoGrowTextArea,
  Button,
  Icon,
  IconButton,
  isComposing,
  RevealText,
} from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { useSendKey } from '../composer/send-key.ts'
import { useQueuedEdit, type QueuedEditing } from './use-queued-edit.ts'

export interface MessageQueueProps {
  conversation: Conversation
  /** A turn runs: the first is sent when its answer is complete, unless they are held. */
  running: boolean
}

/** Messages that wait to be sent, above the composer, the next one first. */
export function MessageQueue({ conversation, running }: MessageQueueProps) {
  const t = useT('chat')
  const { id, queue = [] } = conversation
  const [next] = queue
  const editing = useQueuedEdit(conversation)
  if (!next) return null
  return (
    <section
      aria-label={t('queue.label')}
      data-testid="message-queue"
      className="mb-2 overflow-hidden rounded-lg border border-line bg-sunken"
    >
      <div className="flex items-center gap-2 px-3 py-1.5 text-small text-fg-2">
        <Icon icon={Clock} size={12} className="shrink-0" />
        <span role="status" className="min-w-0 flex-1 text-pretty">
          {t(`queue.${stateOf(conversation, running)}`)}
        </span>
        {!editing.edit && (
          <SendButton conversation={conversation} nextId={next.id} running={running} />
        )}
      </div>
      <ol className="max-h-44 overflow-y-auto border-t border-line">
        {queue.map((message) =>
          editing.edit?.messageId === message.id ? (
            <EditRow
              key={message.id}
              text={editing.edit.text}
              isOptional={message.attachments.length > 0}
              editing={editing}
            />
          ) : (
            <QueuedRow
              key={message.id}
              conversationId={id}
              message={message}
              onEdit={editing.edit ? undefined : () => editing.begin(message)}
            />
          ),
        )}
      </ol>
    </section>
  )
}

/** When what waits goes: by the turn that runs, or when the person sends it. */
function stateOf({ queueHeld }: Conversation, running: boolean) {
  switch (queueHeld) {
    case 'editing':
      return 'editing'
    case 'not-complete':
      return 'held'
    case 'paused':
      return 'paused'
    case undefined:
      return running ? 'waits' : 'paused'
  }
}

/** Sends the first at once, or lets what is held go after the turn that runs. */
function SendButton({
  conversation: { id, queueHeld },
  nextId,
  running,
}: MessageQueueProps & { nextId: string }) {
  const t = useT('chat')
  const send = useAction('chat.send-queued')
  const release = useAction('chat.release-queue')
  if (!running)
    return (
      <Button
        size="small"
        loading={send.isPending}
        onClick={() => send.mutate({ id, messageId: nextId })}
      >
        {t('queue.send')}
      </Button>
    )
  if (!queueHeld) return null
  return (
    <Button size="small" loading={release.isPending} onClick={() => release.mutate({ id })}>
      {t('queue.queue')}
    </Button>
  )
}

function EditRow({
  text,
  isOptional,
  editing,
}: {
  text: string
  /** It may be empty: something is attached. */
  isOptional: boolean
  editing: QueuedEditing
}) {
  const t = useT('chat')
  const sendKey = useSendKey()
  const hasContent = text.trim() !== '' || isOptional
  const save = () => hasContent && editing.save()
  return (
    <li className="flex items-end gap-2 border-b border-line px-3 py-1.5 last:border-b-0">
      <AutoGrowTextArea
        autoFocus
        spellCheck
        aria-label={t('queue.editLabel')}
        value={text}
        onValueChange={editing.change}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Escape') editing.cancel()
          else if (sendKey.sends(event) && !event.repeat) save()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
        minRows={1}
        maxRows={6}
        className="w-full rounded-md border border-line-strong bg-card px-2 py-1 text-body outline-none focus:border-control-line"
      />
      <Button size="small" onClick={editing.cancel}>
        {t('queue.cancel')}
      </Button>
      <Button
        size="small"
        variant="primary"
        disabled={!hasContent}
        keys={sendKey.keys}
        loading={editing.isSaving}
        onClick={save}
      >
        {t('queue.save')}
      </Button>
    </li>
  )
}

function QueuedRow({
  conversationId,
  message,
  onEdit,
}: {
  conversationId: string
  message: QueuedMessage
  /** None while another one is edited. */
  onEdit: (() => void) | undefined
}) {
  const t = useT('chat')
  const { list } = useFormats()
  const remove = useAction('chat.remove-queued')
  const { attachments } = message
  return (
    <li className="flex items-center gap-2 border-b border-line py-0.5 pr-1.5 pl-3 last:border-b-0">
      <span className="min-w-0 flex-1 truncate text-body">
        <RevealText text={oneLine(message.text, 300)} wrap={false} />
        {attachments.length > 0 && (
          <span className="ml-2 text-small text-fg-3">
            {t('queue.attached', {
              count: attachments.length,
              names: list(attachments.map(({ name }) => oneLine(name, 40))),
            })}
          </span>
        )}
      </span>
      <IconButton
        size="small"
        icon={Pencil}
        label={t('queue.edit')}
        disabled={!onEdit}
        onClick={() => onEdit?.()}
      />
      <IconButton
        size="small"
        icon={X}
        label={t('queue.remove')}
        onClick={() => remove.mutate({ id: conversationId, messageId: message.id })}
      />
    </li>
  )
}
