import {
  acceptsMedia,
  attachmentName,
  type Attachment,
  type ModelRef,
  type PromptChange,
  type ResourceAttachment,
  type FileAttachment,
} from '@gatehouse/domain'
import type { FollowState } from '@gatehouse/domain/chats'
import { useId, useState } from 'react'
import { Button, Icon } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useFollows, useAction, useProviders } from '../../../lib/queries/index.ts'
import { Picture } from '../../../lib/media/picture.tsx'
import { AttachmentMark } from '../attachments/attached-chip.tsx'
import { AttachedContent } from '../attachments/attached-content.tsx'
import { ChangedPrompt } from './changed-prompt.tsx'
import { useFileFacts } from '../attachments/file-facts.ts'
import { labelParts } from '../attachments/label-parts.ts'
import { FollowNote } from '../attachments/follow-note.tsx'
import { useChipFocus } from '../attachments/use-chip-focus.ts'
import { AttachingChip } from './attaching-chip.tsx'
import { DraftAttachmentChip, type DisclosureTarget } from './draft-attachment-chip.tsx'
import { encodingNames } from '../../../lib/words/encoding-names.ts'
import { DocumentChoice } from './document-choice.tsx'
import { hasPictureChoice, PictureChoice } from './picture-choice.tsx'
import { InsertAsText, isInsertable } from './insert-as-text.tsx'
import { TextEncodingField } from './text-encoding.tsx'
import type { AttachingList } from './use-attaching.ts'
import { FileText } from 'lucide-react'
import {
  attachmentsInRoom,
  documentRoom,
  takeDocumentRoom,
  type DocumentRoom,
} from '@gatehouse/domain/documents'

export interface AttachmentTrayProps {
  conversationId: string
  /** The model of the chat. */
  model: ModelRef | null
  /** Of the draft, in the order in which they are sent. */
  attachments: readonly Attachment[]
  attaching: AttachingList
  onRemove: (attachment: Attachment) => void
  /** A changed prompt is used as it is now. */
  onAccept: (attachment: Attachment, change: PromptChange) => void
  /** An attached text becomes a part of the message's own. */
  onInsert: (attachment: Attachment, text: string) => void
  /** The tray is left: the last thing in it was removed. */
  onLeave: () => void
}

/** Attachments of the message, above its text: each with its name, its cost and a button to remove it. */
export function AttachmentTray(props: AttachmentTrayProps) {
  const { conversationId, model, attaching, onRemove, onAccept, onInsert, onLeave } = props
  const documents = useDraftDocuments(props.attachments, model)
  const { asSent: attachments, asText } = documents
  const t = useT('composer')
  const chips = useChipFocus(onLeave)
  /** Removes with the focus on what comes next, so that several can be removed in a row. */
  const removing = (remove: () => void) => (): void => {
    const buttons = [...(chips.ref.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    remove()
    const next = buttons[at + 1] ?? buttons[at - 1]
    if (at >= 0 && next) next.focus()
    else onLeave()
  }
  const panel = useId()
  const [openId, setOpenId] = useState<string>()
  const open = attachments.find(({ id }) => id === openId)
  const followOf = useFollows(conversationId, attachments.some(isResource))
  if (attachments.length + attaching.list.length === 0) return null
  return (
    <>
      <ul
        {...chips}
        aria-label={t('tray.label')}
        data-testid="attachment-tray"
        className="flex max-h-[min(10rem,20vh)] flex-wrap gap-1.5 overflow-y-auto px-3 pt-3"
      >
        {attachments.map((attachment) => (
          <AttachedChip
            key={attachment.id}
            conversationId={conversationId}
            attachment={attachment}
            follow={isResource(attachment) ? (followOf(attachment.id) ?? NOT_FOLLOWED) : undefined}
            opens={{
              panel,
              isOpen: attachment === open,
              toggle: () => setOpenId(attachment === open ? undefined : attachment.id),
            }}
            onRemove={removing(() => onRemove(attachment))}
          />
        ))}
        {attachments.length >= MANY && (
          <li>
            <Button
              size="small"
              variant="ghost"
              onClick={() => {
                for (const attachment of attachments) onRemove(attachment)
                onLeave()
              }}
            >
              {t('tray.removeAll')}
            </Button>
          </li>
        )}
        {attaching.list.map((entry) => (
          <AttachingChip
            key={entry.key}
            entry={entry}
            onRetry={() => attaching.retry(entry)}
            onRemove={removing(() => attaching.dismiss(entry))}
          />
        ))}
      </ul>
      <DocumentsAsTextNote attachments={asText} model={model} />
      {open && (
        <div
          id={panel}
          role="group"
          tabIndex={0}
          aria-label={oneLine(attachmentName(open), 80)}
          className="mx-3 mt-2 max-h-[min(14rem,25vh)] overflow-y-auto rounded-xl focus-visible:-outline-offset-2"
        >
          {open.kind === 'file' && open.document && (
            <DocumentChoice
              key={open.id}
              conversationId={conversationId}
              file={{ ...open, document: open.document }}
              isFileTaken={documents.isFileTaken(open)}
              seesPictures={documents.seesPictures}
              onChanged={setOpenId}
            />
          )}
          {open.kind === 'file' && hasPictureChoice(open) && (
            <PictureChoice
              key={open.id}
              conversationId={conversationId}
              file={open}
              onChanged={setOpenId}
            />
          )}
          {open.kind === 'file' && open.source && open.encoding && (
            <TextEncodingField
              conversationId={conversationId}
              file={{ ...open, encoding: open.encoding }}
              onChanged={setOpenId}
            />
          )}
          {isInsertable(open) && (
            <InsertAsText file={open} onInsert={(text) => onInsert(open, text)} />
          )}
          <Preview attachment={open} />
          {isResource(open) && !open.fromApp && (
            <FollowNote resource={open} state={followOf(open.id) ?? NOT_FOLLOWED} />
          )}
        </div>
      )}
      {attachments.map((attachment) =>
        attachment.kind === 'prompt' && attachment.changed && !attachment.changed.accepted ? (
          <ChangedPrompt
            key={attachment.id}
            prompt={attachment}
            change={attachment.changed}
            onUse={() => {
              if (attachment.changed) onAccept(attachment, attachment.changed)
              onLeave()
            }}
            onRemove={() => {
              onRemove(attachment)
              onLeave()
            }}
          />
        ) : null,
      )}
    </>
  )
}

/** Attachments from which on all can be removed by one press. */
const MANY = 8

const isResource = (attachment: Attachment): attachment is ResourceAttachment =>
  attachment.kind === 'resource'

/** As of what is not remembered: no one follows it. */
const NOT_FOLLOWED = { kind: 'unfollowed' } as const

/** The part of an attachment that a model is given. */
function Preview({ attachment }: { attachment: Attachment }) {
  if (attachment.kind !== 'file' || attachment.content.type !== 'image')
    return <AttachedContent attachment={attachment} />
  const { content, name } = attachment
  return (
    <Picture
      data={content.kept}
      mimeType={content.mimeType}
      alt={oneLine(name, 120)}
      className="block h-auto max-h-52 w-auto max-w-full rounded-lg object-contain"
    />
  )
}

interface AttachedChipProps {
  conversationId: string
  attachment: Attachment
  /** Of a resource. */
  follow: FollowState['state'] | undefined
  opens: DisclosureTarget
  onRemove: () => void
}

function AttachedChip(props: AttachedChipProps) {
  const { conversationId, attachment, follow, opens, onRemove } = props
  const t = useT('composer')
  const { tokens } = useFormats()
  const followWords = useFollowWords()
  const fileFacts = useFileFacts()
  const fromApp = attachment.kind === 'resource' ? attachment.fromApp : undefined
  const isReplaced = attachment.kind === 'resource' && attachment.replacesEarlier === true
  const label = attachmentName(attachment)
  const { name, folder } = labelParts(label)
  const facts = [
    ...(folder === undefined ? [] : [oneLine(folder, 60)]),
    ...(attachment.kind === 'file' ? fileFacts(attachment) : [oneLine(attachment.serverName, 40)]),
    t('tray.tokens', { tokens: tokens(attachment.tokens) }),
    ...(attachment.kind === 'file' && attachment.encoding
      ? [encodingNames[attachment.encoding].name]
      : []),
    ...(attachment.shortened ? [t('tray.shortened')] : []),
    ...(isReplaced ? [t('tray.replaced')] : []),
    ...(fromApp ? [t(`tray.fromApp.${fromApp}`)] : follow ? [followWords(follow)] : []),
  ]
  const isChanged = follow?.kind === 'changed'
  return (
    <DraftAttachmentChip
      mark={<TrayMark attachment={attachment} />}
      name={name}
      label={label}
      facts={facts.join(' · ')}
      tone={isChanged || isReplaced ? 'changed' : 'plain'}
      opens={opens}
      onRemove={onRemove}
    >
      {isChanged && attachment.kind === 'resource' && (
        <ChangedResource conversationId={conversationId} resource={attachment} />
      )}
    </DraftAttachmentChip>
  )
}

/** Returns words for its server's reports of changes. */
function useFollowWords(): (follow: FollowState['state']) => string {
  const t = useT('composer')
  const { brief } = useFormats()
  return (follow) => {
    switch (follow.kind) {
      case 'changed':
        return t('tray.changed')
      case 'unfollowed':
        return t('tray.unfollowed')
      case 'followed':
        return follow.since === undefined
          ? t('tray.followed')
          : t('tray.followedSince', { at: brief(follow.since, Date.now()) })
    }
  }
}

/** The picture itself, small; else what it is, or whose, in its server's hue. */
function TrayMark({ attachment }: { attachment: Attachment }) {
  const mark = <AttachmentMark attachment={attachment} />
  if (attachment.kind !== 'file' || attachment.content.type !== 'image') return mark
  const { content } = attachment
  return (
    <Picture
      data={content.kept}
      mimeType={content.mimeType}
      alt=""
      fallback={mark}
      className="size-6 rounded-sm object-cover"
    />
  )
}

interface DocumentsAsTextNoteProps {
  /** Files that were attached as files, of which the text is sent. */
  attachments: readonly Attachment[]
  model: ModelRef | null
}

/** Says which files the model of the chat does not take. */
function DocumentsAsTextNote({ attachments, model }: DocumentsAsTextNoteProps) {
  const t = useT('documents')
  const { list } = useFormats()
  if (attachments.length === 0) return null
  const names = list(attachments.map((attachment) => oneLine(attachmentName(attachment), 80)))
  return (
    <p role="status" className="flex items-start gap-1.5 px-3.5 pt-2 text-small text-fg-2">
      <Icon icon={FileText} size={14} className="mt-0.5" />
      {model
        ? t('textInstead', { names, model: oneLine(model.modelId, 80) })
        : t('textNow', { names })}
    </p>
  )
}

interface ChangedResourceProps {
  conversationId: string
  resource: ResourceAttachment
}

/** In the chip of a resource whose server reported that it changed: it is read again, or kept as it is. */
function ChangedResource({ conversationId, resource }: ChangedResourceProps) {
  const t = useT('composer')
  const readAgain = useAction('chat.read-again')
  const keep = useAction('chat.keep-as-read')
  const name = oneLine(attachmentName(resource), 80)
  const attachment = { id: conversationId, attachmentId: resource.id }
  return (
    <span className="flex flex-wrap gap-1 py-1">
      <Button
        size="small"
        aria-label={t('tray.readAgainName', { name })}
        loading={readAgain.isPending}
        onClick={() => readAgain.mutate(attachment)}
      >
        {t('tray.readAgain')}
      </Button>
      <Button
        size="small"
        aria-label={t('tray.keepName', { name })}
        disabled={readAgain.isPending || keep.isPending}
        onClick={() => keep.mutate(attachment)}
      >
        {t('tray.keep')}
      </Button>
    </span>
  )
}

/** The attachments of a draft as they are sent to the model of the chat. */
interface DraftDocuments {
  /** A file that the model does not take is here as its text. */
  asSent: readonly Attachment[]
  /** Files of the draft of which the text is sent instead. */
  asText: readonly Attachment[]
  /** True if the model takes this document as a file beside the rest of the draft. */
  isFileTaken(file: FileAttachment): boolean
  /** True if the model is not known to take no pictures. */
  seesPictures: boolean
}

function useDraftDocuments(
  attachments: readonly Attachment[],
  model: ModelRef | null,
): DraftDocuments {
  const provider = useProviders().data?.find(({ id }) => id === model?.providerId)
  const room = (): DocumentRoom => documentRoom(provider, model?.modelId ?? '')
  const asSent = attachmentsInRoom(attachments, room())
  return {
    asSent,
    seesPictures:
      provider !== undefined &&
      model !== null &&
      acceptsMedia(provider, model.modelId, 'image/png') !== false,
    asText: attachments.filter((attachment, at) => attachment !== asSent[at]),
    isFileTaken({ id, source, document }) {
      const left = room()
      attachmentsInRoom(
        attachments.filter((one) => one.id !== id),
        left,
      )
      if (!source || !document) return false
      return takeDocumentRoom(left, { bytes: source.bytes, pages: document.count })
    },
  }
}
