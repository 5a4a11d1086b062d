import {
  ATTACHMENT_LIMITS,
  type Attachment,
  type FileAttachment,
  type PromptAttachment,
} from '@gatehouse/domain'
import {
  Card,
  CardHeader,
  CardSection,
  KeyValues,
  RevealText,
  ServerName,
} from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { CollapsedText } from '../../../lib/media/collapsed-text.tsx'
import { useT } from '../../../lib/words/i18n.ts'
import { Picture } from '../../../lib/media/picture.tsx'
import { StoredText } from '../../../lib/media/stored-text.tsx'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { AudioPlayer } from '../../../lib/media/audio-player.tsx'
import './document-facts.ts'
import { StoredBlockView, StoredBlocksView } from '../calls/stored-blocks.tsx'

/** Content of an attachment, as it was sent. */
export function AttachedContent({ attachment }: { attachment: Attachment }) {
  if (attachment.kind === 'file')
    return (
      <Card label={oneLine(attachment.name)}>
        <div className="px-3 py-2.5">
          {attachment.document?.form === 'file' && <FileItself />}
          <FileContent name={attachment.name} content={attachment.content} />
          {attachment.pages && <PagePictures pages={attachment.pages} />}
        </div>
        <Shortened attachment={attachment} />
      </Card>
    )
  return (
    <Card hue={attachment.serverHue} label={oneLine(attachment.serverName)}>
      <Head attachment={attachment} />
      {attachment.kind === 'resource' ? (
        <CardSection className="flex flex-col gap-3">
          <StoredBlocksView blocks={attachment.contents} serverName={attachment.serverName} />
        </CardSection>
      ) : (
        <PromptContent prompt={attachment} />
      )}
      <Shortened attachment={attachment} />
    </Card>
  )
}

/** Says that the text below is not what is sent. */
function FileItself() {
  const t = useT('documents')
  return <p className="mb-2 text-small text-fg-2">{t('fileItself')}</p>
}

/** Pictures of pages of a document, as they are sent. */
function PagePictures({ pages }: { pages: NonNullable<FileAttachment['pages']> }) {
  const t = useT('documents')
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {pages.map(({ number, mimeType, kept }) => (
        <li key={number} className="flex flex-col gap-1">
          <Picture
            data={kept}
            mimeType={mimeType}
            alt={t('pageNumber', { page: number })}
            className="block h-auto max-h-52 w-auto max-w-full rounded-md border border-line object-contain"
          />
          <span aria-hidden="true" className="text-small text-fg-2">
            {t('pageNumber', { page: number })}
          </span>
        </li>
      ))}
    </ul>
  )
}

function FileContent({
  name,
  content,
}: Pick<Extract<Attachment, { kind: 'file' }>, 'name' | 'content'>) {
  const t = useT('chat')
  const label = t('call.textOf', { name: oneLine(name) })
  if (content.type === 'audio')
    return <AudioPlayer data={content.kept} mimeType={content.mimeType} label={oneLine(name)} />
  if (content.type !== 'text') return null
  return content.kept ? (
    <StoredText preview={content.text} kept={content.kept} label={label} />
  ) : (
    <CollapsedText text={content.text} label={label} />
  )
}

/** Whose it is, and by which name or address it was asked for. */
function Head({ attachment }: { attachment: Exclude<Attachment, { kind: 'file' }> }) {
  const { bytes } = useFormats()
  return (
    <CardHeader aside={<span className="tabular-nums">{bytes(attachment.bytes)}</span>}>
      <ServerName hue={attachment.serverHue}>{attachment.serverName}</ServerName>
      <span className="min-w-0 truncate font-mono text-small text-fg-2">
        <RevealText
          text={oneLine(
            attachment.kind === 'prompt' ? `/${attachment.promptName}` : attachment.uri,
          )}
          wrap={false}
        />
      </span>
    </CardHeader>
  )
}

function PromptContent({ prompt }: { prompt: PromptAttachment }) {
  const t = useT('chat')
  const given = Object.entries(prompt.arguments)
  return (
    <>
      {given.length > 0 && (
        <CardSection padded={false}>
          <KeyValues
            mono
            variant="card"
            items={given.map(([name, value]) => ({
              name,
              label: <RevealText text={name} />,
              value: <RevealText text={value} />,
            }))}
          />
        </CardSection>
      )}
      <CardSection className="flex flex-col gap-3">
        {prompt.messages.map(({ role, content }, index) => (
          <div key={index}>
            <p className="mb-1 text-small text-fg-2">
              {t(`attached.role.${role}`, { server: oneLine(prompt.serverName, 60) })}
            </p>
            <StoredBlockView block={content} serverName={prompt.serverName} />
          </div>
        ))}
      </CardSection>
    </>
  )
}

function Shortened({ attachment }: { attachment: Attachment }) {
  const t = useT('chat')
  const { number } = useFormats()
  if (!attachment.shortened) return null
  return (
    <CardSection>
      <p className="text-small text-fg-3">
        {t('attached.shortened', { characters: number(ATTACHMENT_LIMITS.textCharacters) })}
      </p>
    </CardSection>
  )
}
