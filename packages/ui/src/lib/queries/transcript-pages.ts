import type { ConversationView, EntryPosition } from '@gatehouse/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isBridgeError } from '../bridge/bridge-error.ts'
import { useBridge } from '../bridge/bridge.tsx'
import type { RequestRoute } from '../bridge/request-route.ts'
import { queryKeys } from './query-keys.ts'
import {
  edgeOf,
  PAGE_ENTRIES,
  trimPages,
  withPage,
  type PageSide,
} from '../live/merge-transcript-pages.ts'

export interface TranscriptPages {
  /**
   * Reads one more page on a side, and drops what is furthest from there; does nothing while a page is on
   * its way. Resolves to whether a page came.
   */
  more: (side: PageSide) => Promise<boolean>
  /** Drops the beginning of what is here, where that is much, once the person is at its end. */
  dropEarliest: () => void
  /**
   * Shows the end of the chat, or the page around an entry, in place of what is shown. An entry in another version
   * has that shown from now on, unless it is to be `shownOnly`: then this rejects.
   */
  show: (at?: EntryPosition & { shownOnly?: boolean }) => Promise<void>
}

/** Resolves when what changed is on the screen. */
const drawn = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })

/** The end of a chat, or the page around an entry, whose version is shown from now on where it may be. */
async function readAround(
  request: RequestRoute,
  id: string,
  place: (EntryPosition & { shownOnly?: boolean }) | undefined,
): Promise<ConversationView> {
  if (!place) return request('chat.get', { id })
  const at = { turnId: place.turnId, entryId: place.entryId }
  try {
    return await request('chat.get', { id, at })
  } catch (error) {
    if (!isBridgeError(error) || error.code !== 'chat/not-shown' || place.shownOnly) throw error
    // It is in a version that is not shown.
    await request('chat.show-version', { id, turnId: at.turnId })
    return request('chat.get', { id, at })
  }
}

/** The pages of a chat that the window keeps. */
export function useTranscriptPages(id: string): TranscriptPages {
  const { request, cache } = useBridge()
  const client = useQueryClient()
  return useMemo(() => {
    const key = queryKeys.conversation(id)
    /** `shown`: how often something else took the place of what was shown; a page of before fits no more. */
    const loading = { isUnderWay: false, shown: 0, asked: 0 }
    const read = async (side: PageSide, view: ConversationView, anchor: EntryPosition) => {
      const { shown } = loading
      const page = await cache.load(key, async () => ({
        ...view,
        ...(await request('chat.page', { id, anchor, side, entries: PAGE_ENTRIES })),
      }))
      if (loading.shown !== shown) return
      cache.update<ConversationView>(key, (now) => withPage(now, page, { side, anchor }))
      // A list keeps its place when something changes at one end, not at both at once.
      await drawn()
      if (loading.shown !== shown) return
      cache.update<ConversationView>(key, (now) => trimPages(now, side))
      await drawn()
    }
    return {
      async more(side) {
        const view = client.getQueryData<ConversationView>(key)
        const anchor = view && edgeOf(view, side)
        const isThere = side === 'before' ? view?.hasBefore : view?.hasAfter
        if (!view || !anchor || !isThere || loading.isUnderWay) return false
        loading.isUnderWay = true
        try {
          await read(side, view, anchor)
          return true
        } catch {
          // The branch is another one by now: it is read again.
          cache.refresh(key)
          return false
        } finally {
          loading.isUnderWay = false
        }
      },
      dropEarliest() {
        if (!loading.isUnderWay)
          cache.update<ConversationView>(key, (now) => trimPages(now, 'after'))
      },
      async show(place) {
        const asked = (loading.asked += 1)
        const view = await cache.load(key, () => readAround(request, id, place))
        // The person went to another place while this one was read.
        if (asked !== loading.asked) return
        loading.shown += 1
        client.setQueryData<ConversationView>(key, view)
      },
    }
  }, [id, request, cache, client])
}
