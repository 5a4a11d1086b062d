import type { Conversation } from '@gatehouse/domain'
import type { QueuedMessage } from '@gatehouse/domain/chats'
import { Clock, Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { AutoGrowTextArea, Button, Icon, IconButton, RevealText } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useT } from '../../../lib/i18n.ts'
import { oneLine } from '../../../lib/one-line.ts'
import { useAction } from '../../../lib/queries/index.ts'

export interface MessageQueueProps {
  conversation: Conversation
  /** A turn runs: the first is sent when its answer is complete. */
  running: boolean
}

/** What waits to be sent, above the composer, the next one first. */
export function MessageQueue({ conversation, running }: MessageQueueProps) {
  const t = useT('chat')
  const { id, queue = [] } = conversation
  const [next] = queue
  const { mutate: send, isPending } = useAction('chat.send-queued')
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
          {t(running ? 'queue.waits' : 'queue.held')}
        </span>
        {!running && (
          <Button size="small" loading={isPending} onClick={() => send({ id, messageId: next.id })}>
            {t('queue.send')}
          </Button>
        )}
      </div>
      <ol className="max-h-44 overflow-y-auto border-t border-line">
        {queue.map((message) => (
          <QueuedRow key={message.id} conversationId={id} message={message} />
        ))}
      </ol>
    </section>
  )
}

function QueuedRow({
  conversationId,
  message,
}: {
  conversationId: string
  message: QueuedMessage
}) {
  const t = useT('chat')
  const { list } = useFormats()
  const [typed, setTyped] = useState<string | null>(null)
  const about = { id: conversationId, messageId: message.id }
  const edit = useAction('chat.edit-queued', { onSuccess: () => setTyped(null) })
  const remove = useAction('chat.remove-queued')
  const { attachments } = message
  if (typed !== null) {
    const hasContent = typed.trim() !== '' || attachments.length > 0
    const save = () => hasContent && edit.mutate({ ...about, text: typed })
    return (
      <li className="flex items-end gap-2 border-b border-line px-3 py-1.5 last:border-b-0">
        <AutoGrowTextArea
          autoFocus
          aria-label={t('queue.editLabel')}
          value={typed}
          onValueChange={setTyped}
          onKeyDown={(event) => {
            // 229 = the key press that an input method is still working on.
            if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
            if (event.key === 'Escape') setTyped(null)
            else if (event.key === 'Enter' && !event.shiftKey && !event.repeat) save()
            else return
            event.preventDefault()
            event.stopPropagation()
          }}
          minRows={1}
          maxRows={6}
          className="w-full rounded-md border border-line-strong bg-card px-2 py-1 text-body outline-none focus:border-control-line"
        />
        <Button size="small" onClick={() => setTyped(null)}>
          {t('queue.cancel')}
        </Button>
        <Button
          size="small"
          variant="primary"
          disabled={!hasContent}
          loading={edit.isPending}
          onClick={save}
        >
          {t('queue.save')}
        </Button>
      </li>
    )
  }
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
        onClick={() => setTyped(message.text)}
      />
      <IconButton
        size="small"
        icon={X}
        label={t('queue.remove')}
        onClick={() => remove.mutate(about)}
      />
    </li>
  )
}
