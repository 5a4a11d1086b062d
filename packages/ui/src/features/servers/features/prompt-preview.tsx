import type { ContentBlock, PromptResult } from '@gatehouse/domain'
import { FileText, Link2 } from 'lucide-react'
import {
  Card,
  CardHeader,
  CardSection,
  Icon,
  RevealText,
  useIncrementalList,
} from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { CollapsedText } from '../../../lib/media/collapsed-text.tsx'
import { useT } from '../../../lib/words/i18n.ts'
import { base64Size } from '../../../lib/formats/data-size.ts'
import { ShowMoreButton } from '../../../lib/chats/show-more-button.tsx'
import { promptTokens } from './prompt-text.ts'
import { BlobContents, ResourceContents } from './resource-contents.tsx'
import type { PromptPreview } from './use-prompt-run.ts'

/** Messages that are drawn at first, and by each press. */
const MESSAGES = { first: 20, step: 50 }

/** Preview of a prompt: its messages as a model would get them. */
export function PromptPreviewCard({ preview, hue }: { preview: PromptPreview; hue: number }) {
  const t = useT('servers')
  const { duration, number } = useFormats()
  const { result, durationMs } = preview
  const steps = useIncrementalList(result.messages.length, MESSAGES)
  const count = promptTokens(result)
  const tokens = t('prompts.tokens', { count, tokens: number(count) })
  return (
    <Card hue={hue} label={t('prompts.preview')}>
      <CardHeader
        aside={<span className="tabular-nums">{`${duration(durationMs)} · ${tokens}`}</span>}
      >
        <h3 className="font-semibold">{t('prompts.preview')}</h3>
        <span className="text-note text-fg-2">
          {t('prompts.messages', { count: result.messages.length })}
        </span>
      </CardHeader>
      <CardSection className="flex flex-col gap-3">
        {result.description !== undefined && result.description !== '' && (
          <p className="text-note text-fg-2">
            <RevealText text={result.description} />
          </p>
        )}
        {result.messages.slice(0, steps.shown).map((message, index) => (
          <Message key={index} message={message} />
        ))}
        <ShowMoreButton steps={steps} />
      </CardSection>
    </Card>
  )
}

function Message({ message: { role, content } }: { message: PromptResult['messages'][number] }) {
  const t = useT('servers')
  const who = t(`prompts.role.${role}`)
  const kind = content.type === 'text' ? '' : t(`prompts.kind.${content.type}`)
  return (
    <div>
      <h4 className="mb-1 text-small text-fg-2">{kind === '' ? who : `${who} · ${kind}`}</h4>
      <Content block={content} label={who} />
    </div>
  )
}

function Content({ block, label }: { block: ContentBlock; label: string }) {
  const t = useT('servers')
  const { bytes } = useFormats()
  switch (block.type) {
    case 'text':
      return <CollapsedText text={block.text} label={label} />
    case 'image':
    case 'audio':
      return (
        <div className="flex flex-col gap-1">
          <BlobContents
            data={block.data}
            mimeType={block.mimeType}
            label={t(`prompts.kind.${block.type}`)}
          />
          <p className="text-small text-fg-3">
            <RevealText text={`${block.mimeType} · ${bytes(base64Size(block.data))}`} />
          </p>
        </div>
      )
    case 'resource_link':
      return <Address icon={Link2} uri={block.uri} note={block.title ?? block.name} />
    case 'resource':
      return (
        <div className="flex flex-col gap-2 rounded-lg border border-line px-3 py-2">
          <Address icon={FileText} uri={block.resource.uri} note={block.resource.mimeType} />
          <ResourceContents contents={block.resource} label={block.resource.uri} />
        </div>
      )
  }
}

interface AddressProps {
  icon: typeof FileText
  uri: string
  note?: string | undefined
}

function Address({ icon, uri, note }: AddressProps) {
  return (
    <p className="flex items-start gap-2 text-small">
      <Icon icon={icon} size={14} className="mt-0.5 text-fg-2" />
      <span className="min-w-0">
        <RevealText text={uri} className="font-mono wrap-anywhere" />
        {note !== undefined && note !== '' && (
          <span className="text-fg-3">
            {' · '}
            <RevealText text={note} />
          </span>
        )}
      </span>
    </p>
  )
}
