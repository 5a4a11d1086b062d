import type { AddedMessage, MessageEdits, SamplingEdits } from '@gatehouse/domain'
import type { ContextSource, SamplingBlock } from '@gatehouse/domain/server-requests'
import { Undo2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Badge, Button, RevealText, Select } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useSamplingWords } from '../../../lib/words/sampling-words.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { Sentence } from '../../../lib/words/sentence.tsx'
import { AddedMediaList } from './added-media.tsx'
import { EditedTextField } from './edited-text-field.tsx'
import { MessageActionBar, type MessageActions } from './message-action-bar.tsx'
import {
  isAdded,
  rewriteMessage,
  removeMessage,
  takesMedia,
  withMedia,
  type ListedMessage,
} from './message-edits.ts'
import { SamplingBlocks } from './sampling-blocks.tsx'
import { blockKey, isRemovable } from './sampling-edits.ts'

/** As far as it is drawn. */
export interface DrawnMessage extends ListedMessage {
  blocks: readonly SamplingBlock[]
}

interface MessageGroupProps {
  group: { key: string; position: number; messages: DrawnMessage[] }
  isFirst: boolean
  isLast: boolean
  edits: SamplingEdits
  list: MessageEdits
  context: readonly ContextSource[] | undefined
  onChange: (edits: SamplingEdits) => void
  acts: MessageActions
  serverName: string
  disabled: boolean
}

/** A message with what can be done with it, or a call of tools with its results: they stay together. */
export function MessageGroup(props: MessageGroupProps) {
  const { group, acts, disabled } = props
  const onKeyDown = (event: KeyboardEvent) => {
    if (disabled || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === 'ArrowUp') acts.move(group.key, -1)
    else if (event.key === 'ArrowDown') acts.move(group.key, 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const isRemoved = group.messages[0]?.isRemoved === true
  return (
    <div
      role="presentation"
      data-message={group.key}
      onKeyDown={onKeyDown}
      className="flex flex-col gap-1.5"
    >
      {isRemoved ? (
        <RemovedGroup {...props} />
      ) : (
        group.messages.map((message, index) => (
          <OneMessage key={message.place ?? -1} {...props} message={message} index={index} />
        ))
      )}
    </div>
  )
}

function OneMessage(props: MessageGroupProps & { message: DrawnMessage; index: number }) {
  const { group, message, index, edits, list, onChange, serverName, disabled } = props
  const { isFirst, isLast, acts } = props
  const t = useT('asks')
  const words = useSamplingWords()
  const { key, place, role, blocks, media, isMoved } = message
  const position = group.position + index
  const name = t('sampling.messageLabel', { position, role: t(`sampling.role.${role}`) })
  const change = (next: MessageEdits) => onChange({ ...edits, messages: next })
  return (
    <div
      role="group"
      aria-label={name}
      className="flex flex-col gap-1.5 rounded-md border border-line-strong px-2.5 pt-1.5 pb-2"
    >
      <div className="flex min-h-6 flex-wrap items-center gap-1.5">
        {place === null ? (
          <AddedRole {...props} />
        ) : (
          <span className="text-small text-fg-3">{t(`sampling.role.${role}`)}</span>
        )}
        {place === null && <AddedBadge {...props} />}
        {isMoved && <Badge tone="accent">{words('message.moved')}</Badge>}
        {index === 0 && group.messages.length > 1 && (
          <span className="text-small text-fg-3">{words('message.together')}</span>
        )}
        {index === 0 && (
          <MessageActionBar
            id={group.key}
            position={group.position}
            isFirst={isFirst}
            isLast={isLast}
            hasMedia={takesMedia(message)}
            canRemove={!isOneRemovable(group.messages)}
            disabled={disabled}
            acts={acts}
          />
        )}
      </div>
      {place === null ? (
        <AddedText {...props} name={name} />
      ) : (
        <SamplingBlocks
          blocks={blocks}
          placeOf={(block) => blockKey(place, block)}
          edits={edits}
          onChange={onChange}
          serverName={serverName}
          name={name}
          position={position}
          disabled={disabled}
        />
      )}
      {media.length > 0 && (
        <AddedMediaList
          media={media}
          position={position}
          disabled={disabled}
          onChange={(next) => change(withMedia(list, key, next))}
        />
      )}
    </div>
  )
}

/** Its only part has a button of its own that takes it out, and the message with it. */
function isOneRemovable([message, ...more]: readonly DrawnMessage[]): boolean {
  if (!message || more.length > 0 || message.place === null || message.media.length > 0)
    return false
  const [block, ...others] = message.content
  return block !== undefined && others.length === 0 && isRemovable(block)
}

type AddedProps = MessageGroupProps & { message: DrawnMessage }

const ownOf = ({ list, group }: MessageGroupProps): AddedMessage =>
  list.added[group.key] ?? { role: 'user', text: '' }

function AddedRole(props: AddedProps) {
  const { group, message, edits, list, onChange, disabled } = props
  const t = useT('asks')
  const words = useSamplingWords()
  return (
    <Select
      label={words('message.role', { position: group.position })}
      labelHidden
      value={message.role}
      // What it has of pictures and sounds only a message of the user can have.
      disabled={disabled || message.media.length > 0}
      options={(['user', 'assistant'] as const).map((value) => ({
        value,
        label: t(`sampling.role.${value}`),
      }))}
      onValueChange={(role) =>
        onChange({ ...edits, messages: rewriteMessage(list, group.key, { ...ownOf(props), role }) })
      }
    />
  )
}

/** Returns the original context of a message; undefined for one that the person wrote. */
function contextOf(props: MessageGroupProps): ContextSource | undefined {
  const { contextOf: serverId } = ownOf(props)
  return serverId === undefined
    ? undefined
    : props.context?.find((source) => source.serverId === serverId)
}

function AddedBadge(props: MessageGroupProps) {
  const words = useSamplingWords()
  const source = contextOf(props)
  if (!source) return <Badge tone="accent">{words('message.added')}</Badge>
  return (
    <Badge tone="hue" hue={source.serverHue}>
      {words('context.badge', { server: oneLine(source.serverName, 60) })}
    </Badge>
  )
}

function AddedText(props: AddedProps & { name: string }) {
  const { group, edits, list, onChange, name, disabled } = props
  const words = useSamplingWords()
  const own = ownOf(props)
  return (
    <EditedTextField
      label={name}
      labelHidden
      name={name}
      placeholder={words('message.placeholder')}
      // Of context it shows what the person changed.
      before={contextOf(props)?.text ?? own.text}
      after={own.text}
      disabled={disabled}
      onChange={(text) =>
        onChange({ ...edits, messages: rewriteMessage(list, group.key, { ...own, text }) })
      }
    />
  )
}

function RemovedGroup({ group, edits, list, onChange, disabled }: MessageGroupProps) {
  const t = useT('asks')
  const words = useSamplingWords()
  const { key, position, messages } = group
  const wordsOf = (block: SamplingBlock): string =>
    block.type === 'text'
      ? oneLine(block.text, 120)
      : block.type === 'tool_use'
        ? oneLine(block.name, 60)
        : t(`sampling.part.${block.type}`)
  const preview = messages.flatMap(({ content }) => content.map(wordsOf)).join(' · ')
  const part = (
    <del className="text-danger">
      <RevealText text={oneLine(preview, 120)} wrap={false} />
    </del>
  )
  const removed = isAdded(key) ? 'message.removedOwn' : 'message.removed'
  return (
    <div className="flex items-center gap-1.5 px-2.5">
      <p className="min-w-0 flex-1 truncate py-1 text-note text-fg-3">
        <Sentence words={words(removed, { skipInterpolation: true })} filled={{ part }} />
      </p>
      <Button
        size="small"
        icon={Undo2}
        disabled={disabled}
        aria-label={words('message.restore', { position })}
        onClick={() => onChange({ ...edits, messages: removeMessage(list, key, false) })}
      >
        {t('sampling.putBack')}
      </Button>
    </div>
  )
}
