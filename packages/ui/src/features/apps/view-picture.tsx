import { useEffect, useState } from 'react'
import { useBridge } from '../../lib/bridge/bridge.tsx'
import type { AppViewProps } from '../../lib/chats/app-view-slot.tsx'
import { useAppWords } from './use-app-words.ts'

/** Milliseconds for which a row is drawn before something is loaded for it: others pass by while the person scrolls. */
export const PASSING_MS = 200

/** The place of a view that no longer runs, as high as it was, with a picture that is marked as one. */
export function ViewPicture({
  call,
  conversationId,
  turnId,
  height,
}: AppViewProps & { height: number }) {
  const t = useAppWords()
  const { request } = useBridge()
  const [picture, setPicture] = useState<string | null>(null)
  const entryId = call.id
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(() => {
      request('app-view.picture', { conversationId, turnId, entryId }).then(
        (found) => {
          if (!isOver) setPicture(found)
        },
        () => undefined,
      )
    }, PASSING_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [request, conversationId, turnId, entryId])
  return (
    <div
      data-testid="view-picture"
      className="relative overflow-hidden border-t border-line bg-sunken"
      style={{ height }}
    >
      {picture !== null && (
        <img
          src={picture}
          alt={t('picture.alt')}
          draggable={false}
          decoding="async"
          className="pointer-events-none block w-full opacity-50"
        />
      )}
      <p className="absolute top-2 right-2 rounded-md border border-line-strong bg-card px-2 py-0.5 text-small font-medium text-fg-2">
        {t(picture === null ? 'notRunning' : 'picture.note')}
      </p>
    </div>
  )
}
