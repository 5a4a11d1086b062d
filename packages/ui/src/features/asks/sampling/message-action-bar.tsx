import type { AddedMedia } from '@gatehouse/domain'
import { ArrowDown, ArrowUp, ListPlus, Trash2 } from 'lucide-react'
import { memo, startTransition, useEffect, useState } from 'react'
import { IconButton } from '../../../kit/index.ts'
import { useSamplingWords } from '../../../lib/words/sampling-words.ts'
import { AddMediaButton } from './added-media.tsx'

/** Actions on the messages of a list, by their keys; always the same functions. */
export interface MessageActions {
  move: (key: string, by: -1 | 1) => void
  insert: (below: string) => void
  remove: (key: string) => void
  addMedia: (key: string, media: AddedMedia) => void
  /** Characters of base64 that may still be added. */
  room: () => number
}

interface MessageActionBarProps {
  /** The message's key. */
  id: string
  position: number
  isFirst: boolean
  isLast: boolean
  hasMedia: boolean
  canRemove: boolean
  disabled: boolean
  acts: MessageActions
}

/**
 * Up, down, a new one below, a picture or sound, and out: in this order on every message. A thousand messages
 * have them, so they are drawn after the messages, in turns, and not again with each key that is typed.
 */
export const MessageActionBar = memo(function MessageActionBar(props: MessageActionBarProps) {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => startTransition(() => setDrawn(true)), [])
  return <div className="ml-auto flex h-6 items-center">{isDrawn && <Buttons {...props} />}</div>
})

function Buttons(props: MessageActionBarProps) {
  const { id, position, isFirst, isLast, hasMedia, canRemove, disabled, acts } = props
  const words = useSamplingWords()
  const common = { size: 'small', disabled } as const
  return (
    <>
      <IconButton
        {...common}
        icon={ArrowUp}
        keys="Alt+ArrowUp"
        label={words('message.up', { position })}
        data-act="up"
        disabled={disabled || isFirst}
        onClick={() => acts.move(id, -1)}
      />
      <IconButton
        {...common}
        icon={ArrowDown}
        keys="Alt+ArrowDown"
        label={words('message.down', { position })}
        data-act="down"
        disabled={disabled || isLast}
        onClick={() => acts.move(id, 1)}
      />
      <IconButton
        {...common}
        icon={ListPlus}
        label={words('message.insert', { position })}
        onClick={() => acts.insert(id)}
      />
      {hasMedia && (
        <AddMediaButton
          room={acts.room}
          position={position}
          disabled={disabled}
          onAdd={(media) => acts.addMedia(id, media)}
        />
      )}
      {canRemove && (
        <IconButton
          {...common}
          icon={Trash2}
          label={words('message.remove', { position })}
          onClick={() => acts.remove(id)}
        />
      )}
    </>
  )
}
