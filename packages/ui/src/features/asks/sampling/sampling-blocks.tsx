import type { JsonObject } from '@gatehouse/domain'
import type { SamplingBlock } from '@gatehouse/domain/server-requests'
import { Trash2, Undo2 } from 'lucide-react'
import {
  Button,
  IconButton,
  JsonView,
  RevealText,
  useSeenIncrementalList,
} from '../../../kit/index.ts'
import type { BlockEdits } from '@gatehouse/domain'
import { useT } from '../../../lib/words/i18n.ts'
import { AudioBlock, ImageBlock } from '../../../lib/media/media-blocks.tsx'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { Sentence } from '../../../lib/words/sentence.tsx'
import { ShowMoreButton } from '../show-more-button.tsx'
import { isRemovable, withRemoved, withText } from './sampling-edits.ts'
import { EditedTextField } from './edited-text-field.tsx'

/** Parts of a tool's result that are drawn at first, and by each press. */
const RESULT_PARTS = { first: 5, step: 50 }

interface SamplingBlocksProps<Edits extends BlockEdits> {
  blocks: readonly SamplingBlock[]
  placeOf: (index: number) => string
  edits: Edits
  onChange: (edits: Edits) => void
  serverName: string
  /** Names the fields ('Message 2, user'). */
  name: string
  /** Names the buttons. */
  position: number
  disabled: boolean
}

/** The parts of a message or an answer: texts to edit, media to see, calls to read. */
export function SamplingBlocks<Edits extends BlockEdits>(props: SamplingBlocksProps<Edits>) {
  const { blocks, placeOf, edits, onChange, position, disabled } = props
  const t = useT('asks')
  return blocks.map((block, index) => {
    const place = placeOf(index)
    const removed = edits.removed.includes(place)
    return (
      <div key={place} className="flex items-start gap-1.5" data-block={place}>
        <div className="min-w-0 flex-1">
          {removed ? (
            <RemovedBlock block={block} />
          ) : (
            <BlockBody
              {...props}
              block={block}
              text={edits.texts[place]}
              onText={(text, first) => onChange(withText(edits, place, { text, first }))}
            />
          )}
        </div>
        {isRemovable(block) &&
          (removed ? (
            <Button
              size="small"
              icon={Undo2}
              disabled={disabled}
              aria-label={t('sampling.putBackLabel', { position })}
              onClick={() => onChange(withRemoved(edits, place, false))}
            >
              {t('sampling.putBack')}
            </Button>
          ) : (
            <IconButton
              size="small"
              icon={Trash2}
              label={t('sampling.removeLabel', { position })}
              disabled={disabled}
              onClick={() => onChange(withRemoved(edits, place, true))}
            />
          ))}
      </div>
    )
  })
}

function RemovedBlock({ block }: { block: SamplingBlock }) {
  const t = useT('asks')
  const words = block.type === 'text' ? oneLine(block.text, 120) : t(`sampling.part.${block.type}`)
  const part = (
    <del className="text-danger">
      <RevealText text={words} wrap={false} />
    </del>
  )
  return (
    <p className="truncate py-1 text-note text-fg-3">
      <Sentence words={t('sampling.removed', { skipInterpolation: true })} filled={{ part }} />
    </p>
  )
}

interface BlockBodyProps {
  block: SamplingBlock
  serverName: string
  name: string
  text: string | undefined
  onText: (text: string, first: string) => void
  disabled: boolean
}

function BlockBody({ block, serverName, name, text, onText, disabled }: BlockBodyProps) {
  switch (block.type) {
    case 'text':
      return (
        <EditedTextField
          label={name}
          labelHidden
          name={name}
          before={block.text}
          after={text ?? block.text}
          disabled={disabled}
          onChange={(next) => onText(next, block.text)}
        />
      )
    case 'image':
      return <ImageBlock data={block.data} mimeType={block.mimeType} serverName={serverName} />
    case 'audio':
      return <AudioBlock data={block.data} mimeType={block.mimeType} serverName={serverName} />
    case 'tool_use':
    case 'tool_result':
      return <ToolBlock block={block} serverName={serverName} />
  }
}

type ToolBlockContent = Extract<SamplingBlock, { type: 'tool_use' | 'tool_result' }>

/** A call of a tool of the server's, or its result; shown, not edited: the server made the pair. */
function ToolBlock({ block, serverName }: { block: ToolBlockContent; serverName: string }) {
  const t = useT('asks')
  if (block.type === 'tool_use')
    return (
      <div className="rounded-md border border-line">
        <p className="flex items-baseline gap-1.5 px-2.5 pt-1.5 text-note text-fg-2">
          {t('sampling.toolUse')}
          <span className="min-w-0 font-mono text-small font-semibold wrap-anywhere text-fg">
            <RevealText text={block.name} />
          </span>
          <span className="ml-auto min-w-0 font-mono text-micro wrap-anywhere text-fg-3">
            <RevealText text={block.id} />
          </span>
        </p>
        <Arguments value={block.input} tool={block.name} />
      </div>
    )
  return (
    <div className="flex flex-col gap-1.5 rounded-md border border-line px-2.5 py-1.5">
      <p className={block.isError ? 'text-note text-danger' : 'text-note text-fg-2'}>
        {t(block.isError ? 'sampling.toolError' : 'sampling.toolResult', {
          id: oneLine(block.toolUseId, 60),
        })}
      </p>
      <ResultParts parts={block.content} serverName={serverName} />
      {block.structuredContent !== undefined && (
        <JsonView value={block.structuredContent} label={t('sampling.result')} maxHeight="12rem" />
      )}
    </div>
  )
}

type ResultPart = Extract<SamplingBlock, { type: 'tool_result' }>['content'][number]

function ResultParts({ parts, serverName }: { parts: ResultPart[]; serverName: string }) {
  const steps = useSeenIncrementalList(parts.length, RESULT_PARTS)
  return (
    <>
      {parts.slice(0, steps.shown).map((part, index) => (
        <ResultPartView key={index} part={part} serverName={serverName} />
      ))}
      <ShowMoreButton steps={steps} />
    </>
  )
}

function ResultPartView({ part, serverName }: { part: ResultPart; serverName: string }) {
  const t = useT('asks')
  if (part.type === 'text')
    return (
      <div
        role="group"
        tabIndex={0}
        aria-label={t('sampling.result')}
        className="max-h-48 overflow-auto font-mono text-small"
      >
        <RevealText text={part.text} />
      </div>
    )
  if (part.type === 'image') return <ImageBlock {...mediaOf(part)} serverName={serverName} />
  if (part.type === 'audio') return <AudioBlock {...mediaOf(part)} serverName={serverName} />
  return <JsonView value={part} label={t('sampling.result')} maxHeight="12rem" />
}

function mediaOf({ data, mimeType }: { data: string; mimeType: string }) {
  return { data, mimeType }
}

function Arguments({ value, tool }: { value: JsonObject; tool: string }) {
  const t = useT('asks')
  return <JsonView value={value} label={t('sampling.arguments', { tool })} maxHeight="14rem" />
}
