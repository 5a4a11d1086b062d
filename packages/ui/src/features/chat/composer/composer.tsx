import { MAX_MESSAGE_CHARACTERS } from '@gatehouse/contract'
import {
  ATTACHMENT_LIMITS,
  type Attachment,
  type Conversation,
  type ModelRef,
  type UserMessage,
} from '@gatehouse/domain'
import { Wrench } from 'lucide-react'
import {
  useCallback,
  memo,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
} from 'react'
import { AutoGrowTextArea, Button, classNames, isComposing, useToasts } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction, useProviders, useSettings } from '../../../lib/queries/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { worded } from '../../../lib/words/worded.ts'
import { ComposerFooter } from './composer-footer.tsx'
import { useAttaching, type AttachingList } from './use-attaching.ts'
import { pastedFiles, useFileDrop } from './use-file-drop.ts'
import { useInsertion } from './use-insertion.ts'
import { replaceText } from './replace-text.ts'
import { usePicker } from './use-picker.ts'
import { useRecall } from './use-recall.ts'
import { useSecondPress } from './use-second-press.ts'
import { HiddenCharactersNote } from '../markdown/hidden-characters-note.tsx'
import {
  ArgumentForm,
  AttachFolder,
  OwnPromptForm,
  AttachmentTray,
  MessageQueue,
  PickerList,
  ServerOffer,
  ToolMediaNote,
  UnsupportedMediaNote,
} from '../markdown/lazy-parts.tsx'
import { queuedEditPlace } from '../message-queue/queued-edit-place.ts'
import { useSendKey } from './send-key.ts'
import { useDraft } from './use-draft.ts'
import { useEditLast } from '../transcript/use-edit-last.ts'

interface ComposerProps {
  /** None yet while the window starts: it can be typed in, not sent. */
  conversation: Conversation | undefined
  /** Attachments of the draft. */
  attachments?: readonly Attachment[] | undefined
  /** The last sent message: Mod with the up arrow edits it in place. */
  lastSent?: UserMessage | undefined
  lastTurnId?: string | undefined
  /** A turn runs in this chat. */
  running: boolean
  onRunTool: () => void
}

const noAttachments: readonly Attachment[] = []

/** Where the person writes; with no model, where they choose tools and keep notes. */
export const Composer = memo(function Composer({
  conversation,
  attachments = noAttachments,
  lastSent,
  lastTurnId,
  running,
  onRunTool,
}: ComposerProps) {
  const t = useT('chat')
  const area = useRef<HTMLTextAreaElement>(null)
  const card = useRef<HTMLDivElement>(null)
  const draft = useDraft(conversation?.id, conversation?.draft ?? '')
  const send = useAction('chat.send')
  const sendLater = useAction('chat.send-later')
  const how = useSettings().data?.whileAnswering ?? 'queue'
  const sendKey = useSendKey()
  const detach = useAction('chat.detach')
  const accept = useAction('chat.accept-prompt')
  const { drafts } = useBridge()
  useEffect(() => area.current?.focus({ preventScroll: true }), [])
  // Also when it appears: what was put in before that is written on from its end.
  const { appended } = draft
  const shown = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (shown.current === appended) return
    shown.current = appended
    toItsEnd(area.current)
  }, [appended])
  const attaching = useAttaching(conversation?.id)
  const picker = usePicker(area, draft.text)
  const secondPress = useSecondPress()
  const insertion = useInsertion({
    conversationId: conversation?.id,
    area,
    picker,
    attach: attaching.attach,
    onPutIn: secondPress.expect,
  })
  const attachFiles = useAttachFiles(conversation, attachments.length, attaching)
  /** The files of the first are being chosen; the others follow. */
  const [folders, setFolders] = useState<readonly string[]>([])
  const [folder] = folders
  const addFolders = useCallback((more: readonly string[]) => {
    setFolders((all) => [...new Set([...all, ...more])])
  }, [])
  const drop = useFileDrop(attachFiles, addFolders)
  const tooLong = draft.text.length > MAX_MESSAGE_CHARACTERS
  const hasContent = draft.text.trim() !== '' || attachments.length > 0 || attaching.list.length > 0
  const sendable =
    conversation !== undefined &&
    (draft.text.trim() !== '' || attachments.length > 0) &&
    // What is on its way is meant to go with it.
    attaching.list.every(({ error }) => error !== null) &&
    !attachments.some(isHeldBack) &&
    !tooLong &&
    !send.isPending &&
    !sendLater.isPending
  const focus = () => area.current?.focus()
  /** The last text that was pasted; it may be the set-up of a server. */
  const [pasted, setPasted] = useState<{ chat: string | undefined; text: string } | null>(null)
  const queuedEdit = queuedEditPlace(conversation?.id)
  const isEditingQueued = useUi((ui) => ui.kept[queuedEdit] !== undefined)

  const submit = (comparedWith?: ModelRef) => {
    if (!sendable) return
    const { text } = draft
    const { id } = conversation
    drafts.clear(id)
    setPasted(null)
    // What could not be sent comes back, wherever the person is by then.
    const message = { id, text, attachmentIds: attachments.map((one) => one.id) }
    const sending: Promise<unknown> = running
      ? sendLater.mutateAsync({ ...message, how })
      : send.mutateAsync({ ...message, comparedWith })
    sending.catch(() => drafts.restore(id, text))
    focus()
  }
  const recall = useRecall(conversation?.id, area)
  const editLast = useEditLast({ lastSent, lastTurnId, running, conversation })
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event)) return
    const isSecond = secondPress.is(event)
    // What it chooses at once is there for the next press.
    if (picker.onKeyDown(event)) return secondPress.forget()
    if ((event.key === 'PageUp' || event.key === 'PageDown') && !isModified(event)) {
      event.preventDefault()
      turnPage(event.key === 'PageUp' ? -1 : 1)
      return
    }
    if (event.key === 'ArrowUp' && draft.text === '' && lastSent && isModAlone(event)) {
      editLast()
      event.preventDefault()
      return
    }
    if (recall(event) || !sendKey.sends(event)) return
    const mod = event.ctrlKey || event.metaKey
    const isOwnKey = sendKey.keys === 'Mod+Enter'
    // Mod+Enter in an empty composer belongs to the question that waits, if there is one.
    if (mod && draft.text === '' && !(isOwnKey && hasContent)) return
    event.preventDefault()
    // While an answer runs those keys are a question's, and nothing is queued by them, unless they are what sends.
    if (!event.repeat && !isSecond && !(mod && running && !isOwnKey)) submit()
  }
  const onPaste = (event: ClipboardEvent) => {
    setPasted({ chat: conversation?.id, text: event.clipboardData.getData('text/plain') })
    const files = pastedFiles(event.clipboardData, t('composer.pasted'))
    if (!conversation || files.length === 0) return
    event.preventDefault()
    attachFiles(files)
  }
  return (
    <div className="mx-auto w-full max-w-[49.5rem] shrink-0 px-3 pb-4 [anchor-name:--composer]">
      {conversation?.model === null && <NoModelLine onRunTool={onRunTool} />}
      {conversation && (conversation.queue || isEditingQueued) && (
        <MessageQueue conversation={conversation} running={running} />
      )}
      <div ref={card} className="relative" {...drop.handlers}>
        {conversation && picker.trigger ? (
          <PickerList
            picker={picker}
            trigger={picker.trigger}
            conversation={conversation}
            anchor={card}
            onChoose={insertion.choose}
          />
        ) : (
          <>
            {insertion.own && (
              <OwnPromptForm
                key={insertion.own.key}
                prompt={insertion.own.prompt}
                variables={insertion.own.variables}
                values={insertion.own.values}
                takeOpening={insertion.takeOpening}
                anchor={card}
                onChange={insertion.changeOwn}
                onInsert={insertion.insertOwn}
                onClose={insertion.cancel}
              />
            )}
            {insertion.form && (
              <ArgumentForm
                key={insertion.form.key}
                item={insertion.form.item}
                values={insertion.form.values}
                takeOpening={insertion.takeOpening}
                anchor={card}
                onChange={insertion.change}
                onInsert={insertion.insert}
                onClose={insertion.cancel}
              />
            )}
          </>
        )}
        <div className="@container rounded-xl border border-line-strong bg-card shadow-1 transition-colors focus-within:border-control-line">
          {pasted?.chat === conversation?.id && pasted && hasContent && (
            <ServerOffer pasted={pasted.text} onDismiss={() => setPasted(null)} />
          )}
          {attachments.length + attaching.list.length > 0 && (
            <AttachmentTray
              conversationId={conversation?.id ?? ''}
              model={conversation?.model ?? null}
              attachments={attachments}
              attaching={attaching}
              onRemove={({ id }) =>
                conversation && detach.mutate({ id: conversation.id, attachmentId: id })
              }
              onAccept={({ id }, { comparedWith = [] }) =>
                conversation &&
                accept.mutate({ id: conversation.id, attachmentId: id, comparedWith })
              }
              onInsert={({ id }, text) => {
                if (!conversation || !area.current) return
                const { selectionStart: start, selectionEnd: end } = area.current
                replaceText(area.current, { start, end }, text)
                detach.mutate({ id: conversation.id, attachmentId: id })
              }}
              onLeave={focus}
            />
          )}
          {attachments.length > 0 && (
            <UnsupportedMediaNote attachments={attachments} model={conversation?.model ?? null} />
          )}
          {conversation && conversation.model !== null && (
            <ToolMediaNote conversation={conversation} />
          )}
          <AutoGrowTextArea
            ref={area}
            data-testid="composer"
            data-composer
            spellCheck
            aria-label={t('composer.label')}
            aria-describedby={tooLong ? 'composer-problem' : undefined}
            aria-invalid={tooLong || undefined}
            placeholder={t(
              conversation?.model === null ? 'composer.placeholderManual' : 'composer.placeholder',
            )}
            value={draft.text}
            onValueChange={draft.setText}
            {...secondPress.field}
            {...picker.field}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={picker.trigger ? picker.listId : undefined}
            aria-activedescendant={picker.trigger ? picker.activeId : undefined}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            minRows={1}
            maxRows={12}
            className="w-full bg-transparent px-3.5 pt-3 pb-1.5 text-read outline-none"
          />
          <DraftProblems isTooLong={tooLong} isUnsaved={draft.isUnsaved} />
          <HiddenCharactersNote
            text={draft.text}
            className="px-3.5 pb-2"
            onChange={(text) => {
              draft.setText(text)
              focus()
            }}
          />
          <ComposerFooter
            conversation={conversation}
            running={running}
            sendable={sendable}
            how={how}
            sendKeys={sendKey.keys}
            onSend={submit}
            onRunTool={onRunTool}
            onFiles={attachFiles}
            onFolder={(picked) => addFolders([picked])}
            onOpenList={picker.openWith}
          />
        </div>
        {drop.isNear && <DropArea isOver={drop.isOver} />}
        {conversation && folder !== undefined && (
          <AttachFolder
            key={folder}
            folder={folder}
            attachments={attachments}
            following={folders.length - 1}
            room={Math.max(0, ATTACHMENT_LIMITS.count - attachments.length - comingIn(attaching))}
            onAttach={(paths) => attaching.attach([{ kind: 'folder', folder, paths }])}
            onClose={() => {
              setFolders(folders.slice(1))
              if (folders.length === 1) focus()
            }}
          />
        )}
      </div>
    </div>
  )
})

/** Attachments on their way. */
const comingIn = ({ list }: AttachingList): number =>
  list
    .filter(({ error }) => error === null)
    .reduce((sum, { request }) => sum + (request.kind === 'folder' ? request.paths.length : 1), 0)

function DraftProblems({ isTooLong, isUnsaved }: { isTooLong: boolean; isUnsaved: boolean }) {
  const t = useT('chat')
  const { number } = useFormats()
  return (
    <>
      {isTooLong && (
        <p id="composer-problem" role="alert" className="px-3.5 text-small text-danger">
          {t('composer.tooLong', { count: number(MAX_MESSAGE_CHARACTERS) })}
        </p>
      )}
      {isUnsaved && (
        <p role="alert" className="px-3.5 text-small text-danger">
          {t('composer.notSaved')}
        </p>
      )}
    </>
  )
}

/** A prompt that is not as it was when it was sent before; main sends nothing until the person read that. */
function isHeldBack(attachment: Attachment): boolean {
  return (
    attachment.kind === 'prompt' && attachment.changed !== undefined && !attachment.changed.accepted
  )
}

/** Attaches chosen, dropped or pasted files, as many as a message takes. */
function useAttachFiles(
  conversation: Conversation | undefined,
  attached: number,
  { list, attach }: AttachingList,
): (files: readonly File[]) => void {
  const { show } = useToasts()
  return (files) => {
    if (!conversation) return
    const { count } = ATTACHMENT_LIMITS
    const room = Math.max(0, count - attached - list.length)
    if (files.length > room)
      show({ tone: 'warning', title: worded('composer', (t) => t('tray.tooMany', { count })) })
    attach(files.slice(0, room).map((file) => ({ kind: 'file', file })))
  }
}

/** Over the composer while files are dragged. */
function DropArea({ isOver }: { isOver: boolean }) {
  const t = useT('composer')
  return (
    <div
      data-testid="drop-area"
      className={classNames(
        'absolute inset-0 z-30 flex items-center justify-center rounded-xl border-2 border-dashed text-note font-medium',
        isOver
          ? 'border-accent bg-accent-soft text-accent'
          : 'border-line-strong bg-card text-fg-2',
      )}
    >
      {t('tray.drop')}
    </div>
  )
}

function isModified({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || shiftKey
}

function isModAlone({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey !== metaKey && !altKey && !shiftKey
}

/** Puts the caret behind the last character, and that in view. */
function toItsEnd(area: HTMLTextAreaElement | null): void {
  // Of an empty one the layout would be computed for nothing.
  if (!area || area.value === '') return
  area.setSelectionRange(area.value.length, area.value.length)
  area.scrollTop = area.scrollHeight
}

/** Reads on in the transcript while the composer keeps the focus. */
function turnPage(pages: number): void {
  const box = document.querySelector('[data-transcript]')
  box?.scrollBy({ top: pages * box.clientHeight * 0.9 })
}

function NoModelLine({ onRunTool }: { onRunTool: () => void }) {
  const t = useT('chat')
  const show = useUi((ui) => ui.show)
  const providers = useProviders().data
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-1.5 pb-2 text-note text-fg-2">
      <span>{t('composer.noModel')}</span>
      <span className="ml-auto flex gap-2">
        {providers?.length === 0 && (
          <Button size="small" onClick={() => show({ kind: 'connect-model' })}>
            {t('composer.connect')}
          </Button>
        )}
        <Button size="small" icon={Wrench} onClick={onRunTool}>
          {t('composer.runTool')}
        </Button>
      </span>
    </div>
  )
}
