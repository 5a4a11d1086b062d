import type { BlobRef } from '@gatehouse/domain'
import { truncateText } from '@gatehouse/domain/text'
import { useRef, useState } from 'react'
import { Button, CopyButton, RevealText } from '../../kit/index.ts'
import { readText, useBlobs } from './blobs.ts'
import { useFormats } from '../formats/formats.ts'
import { useT } from '../words/i18n.ts'

/** Bytes that are read by one press of "Show more". */
const STRETCH = 240_000
/** Characters that are drawn as one text, which a longer one would not be at once. */
const PIECE = 60_000

interface StoredTextProps {
  /** Its beginning. */
  preview: string
  kept: BlobRef
  /** Accessible name of the scrolling box. */
  label: string
  tone?: 'danger' | undefined
}

/** A text that is kept apart: its beginning, and a stretch more by each press until its end. */
export function StoredText({ preview, kept, label, tone }: StoredTextProps) {
  const t = useT('chat')
  const { bytes } = useFormats()
  const blobs = useBlobs()
  const { stretches, read, isReading, isGone, more } = useStretches(kept)
  return (
    <div className="group/text relative flex flex-col gap-1">
      <pre
        role="group"
        tabIndex={0}
        aria-label={label}
        aria-busy={isReading}
        className={`max-h-[60vh] overflow-auto font-mono text-small focus-visible:outline-offset-4 ${tone === 'danger' ? 'text-danger' : 'text-fg'}`}
      >
        {stretches.length === 0 ? (
          <>
            <RevealText text={preview} />…
          </>
        ) : (
          stretches.map((stretch, index) => <RevealText key={index} text={stretch} />)
        )}
      </pre>
      {isGone ? (
        <p className="text-note text-fg-2">{t('call.notOnDisk')}</p>
      ) : (
        read < kept.bytes && (
          <div className="flex items-center gap-2">
            <Button
              size="small"
              variant="ghost"
              className="-ml-2"
              disabled={isReading}
              onClick={more}
            >
              {kept.bytes - read <= STRETCH ? t('call.showRest') : t('call.showMore')}
            </Button>
            <span className="text-small text-fg-3">
              {t('call.shownOf', { shown: bytes(read || preview.length), all: bytes(kept.bytes) })}
            </span>
          </div>
        )
      )}
      <div className="absolute -top-1 right-0 rounded-md bg-card opacity-0 group-focus-within/text:opacity-100 group-hover/text:opacity-100">
        <CopyButton text={() => readText(blobs, kept.hash)} />
      </div>
    </div>
  )
}

/** The stretches of a text that were read so far, from its beginning. */
function useStretches(kept: BlobRef) {
  const blobs = useBlobs()
  // A character may lie across two stretches.
  const decoder = useRef(new TextDecoder('utf-8', { ignoreBOM: true }))
  const [stretches, setStretches] = useState<string[]>([])
  const [read, setRead] = useState(0)
  const [state, setState] = useState<'still' | 'reading' | 'gone'>('still')
  const more = () => {
    const end = Math.min(read + STRETCH, kept.bytes)
    setState('reading')
    blobs.read(kept.hash, { start: read, end }).then(
      (data) => {
        const text = decoder.current.decode(data, { stream: end < kept.bytes })
        setStretches((known) => [...known, ...piecesOf(text)])
        setRead(end)
        setState('still')
      },
      () => setState('gone'),
    )
  }
  return { stretches, read, isReading: state === 'reading', isGone: state === 'gone', more }
}

function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += pieces.at(-1)?.length ?? PIECE)
    pieces.push(truncateText(text.slice(at), PIECE))
  return pieces
}
