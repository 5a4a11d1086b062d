import {
  type TranscriptTurn,
  type UserMessage,
  attachmentName,
  type ResourceAttachment,
} from '@gatehouse/domain'
import { MAX_MESSAGE_CHARACTERS } from '@gatehouse/contract'
import { GitFork, Pencil, Pin, ChevronLeft, ChevronRight } from 'lucide-react'
import { memo, useEffect, useRef, type KeyboardEvent } from 'react'
import {
  AutoGrowTextArea,
  Button,
  classNames,
  CopyButton,
  IconButton,
  isComposing,
  VisuallyHidden,
} from '../../../kit/index.ts'
import { COMPOSER } from '../../../lib/chats/ask-target.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { useUi, type MessageEdit } from '../../../lib/ui-store.tsx'
import { AttachedList } from '../attachments/attached-list.tsx'
import { EditedAttachments } from '../attachments/edited-attachments.tsx'
import { HiddenCharactersNote } from '../markdown/hidden-characters-note.tsx'
import { MessageMenu, onDemand } from './message-menu.tsx'
import { useMessageWords } from './message-words.ts'
import { TextWithMessageLinks } from './message-link.tsx'
import { messageAsText } from './row-as-text.ts'
import { useSendKey } from '../composer/send-key.ts'
import { useFork } from './use-fork.ts'
import { useAttaching } from '../composer/use-attaching.ts'

interface UserRowProps {
  message: UserMessage
  turn: TranscriptTurn
  /** A turn of the chat runs: nothing can be sent or switched. */
  busy: boolean
  /** It is sent to a model first, as far as it fits. */
  isPinned?: boolean
}

/** The person's message, exactly; an edit becomes another version. */
export const UserRow = memo(function UserRow({
  message,
  turn,
  busy,
  isPinned = false,
}: UserRowProps) {
  const t = useT('chat')
  const edit = useUi((ui) => ui.messageEdits[message.id])
  const changeEdit = useUi((ui) => ui.changeMessageEdit)
  const pin = useAction('chat.pin')
  const words = useMessageWords()
  const { fork } = useFork()
  if (edit !== undefined)
    return <EditMessage message={message} turn={turn} busy={busy} edit={edit} />
  const togglePin = () =>
    pin.mutate({ id: turn.conversationId, turnId: turn.id, isPinned: !isPinned })
  return (
    <div data-quoted className="group flex flex-col items-end gap-1" data-testid="user-message">
      {message.attachments && (
        <div className="mb-0.5 flex w-[85%] justify-end">
          <AttachedList
            conversationId={turn.conversationId}
            attachments={message.attachments}
            ChangedActions={AttachNewVersion}
          />
        </div>
      )}
      {message.text.trim() !== '' && (
        <div
          data-as-written
          className="max-w-[85%] rounded-xl rounded-br-sm border border-line bg-sunken px-3 py-2 text-read"
        >
          <VisuallyHidden>{t('transcript.user')}: </VisuallyHidden>
          <TextWithMessageLinks text={message.text} />
        </div>
      )}
      {turn.model === null && (
        <span className="text-micro text-fg-3">{t('transcript.notSent')}</span>
      )}
      <div data-not-copied className="flex items-center gap-0.5 text-micro text-fg-3">
        {!turn.comparison && <VersionSwitch turn={turn} busy={busy} />}
        {isPinned && (
          <IconButton size="small" icon={Pin} label={words('pin')} pressed onClick={togglePin} />
        )}
        <div className={classNames('flex items-center gap-0.5', onDemand)}>
          <IconButton
            size="small"
            icon={Pencil}
            label={t('transcript.edit')}
            disabled={busy}
            onClick={() => changeEdit(message.id, { text: message.text, removed: [] })}
          />
          <CopyButton text={messageAsText(message)} label={t('transcript.copyMessage')} />
          <MessageMenu
            text={() => messageAsText(message)}
            place={{
              conversationId: turn.conversationId,
              turnId: turn.id,
              entryId: message.id,
            }}
            entries={[
              {
                label: words('fork'),
                icon: GitFork,
                disabled: turn.status === 'running',
                onSelect: () => fork(turn),
              },
              {
                kind: 'check',
                label: words('pin'),
                checked: isPinned,
                closes: true,
                onCheckedChange: togglePin,
              },
              { kind: 'separator' },
            ]}
          />
        </div>
      </div>
    </div>
  )
})

/** The message in a field of its own; sending it keeps the first version. */
function EditMessage({
  message,
  turn,
  busy,
  edit,
}: Omit<UserRowProps, 'isPinned'> & { edit: MessageEdit }) {
  const t = useT('chat')
  const { number } = useFormats()
  const area = useRef<HTMLTextAreaElement>(null)
  const changeEdit = useUi((ui) => ui.changeMessageEdit)
  const { text, removed } = edit
  const write = (value: string) => changeEdit(message.id, { ...edit, text: value })
  const remove = (id: string) => changeEdit(message.id, { ...edit, removed: [...removed, id] })
  const box = useRef<HTMLDivElement>(null)
  const sendKey = useSendKey()
  const close = () => {
    const { activeElement } = document
    // Another version may have taken its place already; the focus is on what held it then.
    const isWanted = activeElement?.matches('body, main') || box.current?.contains(activeElement)
    changeEdit(message.id, undefined)
    if (isWanted) document.querySelector<HTMLElement>(COMPOSER)?.focus({ preventScroll: true })
  }
  const send = useAction('chat.edit', { onSuccess: close })
  useEffect(() => {
    area.current?.focus()
    area.current?.setSelectionRange(-1, -1)
  }, [])
  const kept = (message.attachments ?? []).filter(({ id }) => !removed.includes(id))
  const tooLong = text.length > MAX_MESSAGE_CHARACTERS
  const hasContent = text.trim() !== '' || kept.length > 0
  const sendable = hasContent && (text !== message.text || removed.length > 0) && !tooLong && !busy
  const submit = () => {
    if (!sendable || send.isPending) return
    const attachmentIds = message.attachments && { attachmentIds: kept.map(({ id }) => id) }
    send.mutate({ id: turn.conversationId, turnId: turn.id, text, ...attachmentIds })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') close()
    else if (!sendKey.sends(event) || event.repeat) return
    else submit()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={box} className="flex flex-col gap-2" data-testid="user-message">
      {kept.length > 0 && (
        <EditedAttachments
          attachments={kept}
          onRemove={remove}
          onLeave={() => area.current?.focus()}
        />
      )}
      <AutoGrowTextArea
        ref={area}
        spellCheck
        aria-label={t('transcript.editLabel')}
        aria-invalid={tooLong || undefined}
        value={text}
        onValueChange={write}
        onKeyDown={onKeyDown}
        minRows={1}
        maxRows={12}
        className="w-full rounded-xl border border-line-strong bg-card px-3 py-2 text-read outline-none focus:border-control-line"
      />
      {tooLong && (
        <p role="alert" className="text-small text-danger">
          {t('composer.tooLong', { count: number(MAX_MESSAGE_CHARACTERS) })}
        </p>
      )}
      <HiddenCharactersNote
        text={text}
        onChange={(value) => {
          write(value)
          area.current?.focus()
        }}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="mr-auto text-small text-fg-3">{t('transcript.editNote')}</span>
        <Button size="small" onClick={close}>
          {t('transcript.editCancel')}
        </Button>
        <Button
          size="small"
          variant="primary"
          loading={send.isPending}
          disabled={!sendable}
          keys={sendKey.keys}
          onClick={submit}
        >
          {t('transcript.editSend')}
        </Button>
      </div>
    </div>
  )
}

interface AttachNewVersionProps {
  conversationId: string
  resource: ResourceAttachment
}

/** Adds the present version of a sent resource to the draft; the sent one stays. */
function AttachNewVersion({ conversationId, resource }: AttachNewVersionProps) {
  const t = useT('chat')
  const { attach } = useAttaching(conversationId)
  const { serverId, serverName, serverHue, uri } = resource
  const again = { kind: 'resource', serverId, serverName, serverHue, uri } as const
  const press = () => {
    attach([{ ...again, title: attachmentName(resource) }])
    document.querySelector<HTMLElement>(COMPOSER)?.focus({ preventScroll: true })
  }
  return (
    <Button size="small" onClick={press}>
      {t('follow.attachNew')}
    </Button>
  )
}

/** "‹ 2 / 3 ›": which version of a turn is shown; nothing when there is only one. */
function VersionSwitch({ turn, busy }: { turn: TranscriptTurn; busy: boolean }) {
  const t = useT('chat')
  const { number } = useFormats()
  const show = useAction('chat.show-version')
  if (!turn.versions) return null
  const { position, count, previousId, nextId } = turn.versions
  const step = (turnId: string | null) => ({
    size: 'small' as const,
    disabled: turnId === null || busy || show.isPending,
    onClick: () => {
      if (turnId !== null) show.mutate({ id: turn.conversationId, turnId })
    },
  })
  const place = { position: number(position), count: number(count) }
  return (
    <div
      role="group"
      aria-label={t('transcript.versions')}
      className="flex items-center"
      data-testid="versions"
    >
      <IconButton
        {...step(previousId)}
        icon={ChevronLeft}
        label={t('transcript.previousVersion')}
      />
      <span className="px-0.5 tabular-nums" aria-label={t('transcript.version', place)}>
        {t('transcript.versionShort', place)}
      </span>
      <IconButton {...step(nextId)} icon={ChevronRight} label={t('transcript.nextVersion')} />
    </div>
  )
}
