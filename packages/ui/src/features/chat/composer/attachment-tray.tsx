import {
  attachmentName,
  type Attachment,
  type ModelRef,
  type PromptChange,
  type ResourceAttachment,
} from '@gatehouse/domain'
import type { FollowState } from '@gatehouse/domain/chats'
import { useId, useState } from 'react'
import { Button } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useFollows } from '../../../lib/queries/index.ts'
import { Picture } from '../../../lib/media/picture.tsx'
import { AttachmentMark } from '../attachments/attached-chip.tsx'
import { AttachedContent } from '../attachments/attached-content.tsx'
import { ChangedPrompt } from './changed-prompt.tsx'
import { useFileFacts } from '../attachments/file-facts.ts'
import { labelParts } from '../attachments/label-parts.ts'
import { FollowNote } from '../attachments/follow-note.tsx'
import { useChipFocus } from '../attachments/use-chip-focus.ts'
import { AttachingChip } from './attaching-chip.tsx'
import { ChangedResource } from './changed-resource.tsx'
import { DraftAttachmentChip, type DisclosureTarget } from './draft-attachment-chip.tsx'
import { encodingNames } from '../../../lib/words/encoding-names.ts'
import { DocumentsAsTextNote } from './documents-as-text-note.tsx'
import { useDraftDocuments } from './use-draft-documents.ts'
import { DocumentChoice } from './document-choice.tsx'
import { hasPictureChoice, PictureChoice } from './picture-choice.tsx'
import { InsertAsText, isInsertable } from './insert-as-text.tsx'
import { TextEncodingField } from './text-encoding.tsx'
import type { AttachingList } from './use-attaching.ts'

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
  const { asSent: attachments, asText, isFileTaken } = useDraftDocuments(props.attachments, model)
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
              isFileTaken={isFileTaken(open)}
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
