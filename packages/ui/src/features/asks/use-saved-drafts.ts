import type { Ask, AskDraft } from '@gatehouse/domain'
import { useCallback, useEffect, useRef } from 'react'
import { useBridge } from '../../lib/bridge/bridge.tsx'
import { isOfChat } from '../../lib/chats/ask-chats.ts'
import { isBridgeError } from '../../lib/bridge/bridge-error.ts'
import { queryKeys } from '../../lib/queries/query-keys.ts'
import { useChatsInWindows } from '../../lib/queries/index.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { wordedError } from '../../lib/words/worded.ts'
import { useToasts } from '../../kit/index.ts'

const SAVE_AFTER_MS = 300
/** Until a draft that main could not save is sent to it again. */
const RETRY_AFTER_MS = 2000
/** Failures after which there is nothing to save, or a retry cannot help. */
const FINAL = new Set(['ask/not-pending', 'ask/draft-too-large'])

type Drafts = Readonly<Record<string, AskDraft>>

/**
 * Saves the drafts of cards in main: a moment after typing, and at once when the ask ends or the page is hidden.
 * Main's drafts are loaded before any card is drawn.
 */
export function useSavedDrafts(asks: readonly Ask[] | undefined): void {
  const drafts = useUi((ui) => ui.askDrafts)
  const { saved, dirty, flush } = useSaving()
  useLoadedDrafts(saved)
  useDraftsOfClosed(asks, saved)
  useEffect(() => {
    for (const [id, draft] of Object.entries(drafts))
      if (saved.current.get(id) !== draft) dirty.current.set(id, draft)
    if (dirty.current.size === 0) return
    const timer = setTimeout(flush, SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [drafts, saved, dirty, flush])
  useEffect(() => {
    if (!asks) return
    const here = new Set(asks.map((ask) => ask.id))
    // What was typed last must be there before it is asked for what was not sent.
    if ([...dirty.current.keys()].some((id) => !here.has(id))) flush()
    for (const id of saved.current.keys()) if (!here.has(id)) saved.current.delete(id)
  }, [asks, saved, dirty, flush])
  useEffect(() => {
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])
}

/** Saves drafts in main: those that main lacks. */
function useSaving() {
  const { request, cache } = useBridge()
  const { show } = useToasts()
  const saved = useRef(new Map<string, AskDraft>())
  const dirty = useRef(new Map<string, AskDraft>())
  const report = useRef((_error: unknown): void => undefined)
  useEffect(() => {
    report.current = (error) => {
      // One that was answered has nothing to keep.
      if (!isFinal(error) || codeOf(error) === 'ask/draft-too-large')
        show({ tone: 'danger', title: wordedError(error) })
    }
  }, [show])
  const flush = useCallback(() => {
    const save = (isRetry: boolean): void => {
      const waiting = [...dirty.current]
      dirty.current.clear()
      for (const [id, draft] of waiting)
        request('ask.save-draft', { id, draft }).then(
          () => {
            saved.current.set(id, draft)
            cache.refresh(queryKeys.unsentAnswers)
          },
          (error: unknown) => {
            if (isFinal(error)) saved.current.set(id, draft)
            // What was written since goes by itself.
            else if (!dirty.current.has(id)) {
              dirty.current.set(id, draft)
              setTimeout(() => save(true), RETRY_AFTER_MS)
            }
            if (!isRetry) report.current(error)
          },
        )
    }
    save(false)
  }, [request, cache])
  return { saved, dirty, flush }
}

const codeOf = (error: unknown): string | undefined =>
  isBridgeError(error) ? error.code : undefined

const isFinal = (error: unknown): boolean => FINAL.has(codeOf(error) ?? '')

function useLoadedDrafts(saved: { current: Map<string, AskDraft> }): void {
  const { request } = useBridge()
  const isLoaded = useUi((ui) => ui.askDraftsLoaded)
  const load = useUi((ui) => ui.loadAskDrafts)
  useEffect(() => {
    if (isLoaded) return
    const take = (list: readonly { id: string; draft: AskDraft }[]): void => {
      for (const { id, draft } of list) saved.current.set(id, draft)
      load(Object.fromEntries(list.map(({ id, draft }) => [id, draft])) satisfies Drafts)
    }
    // Without what main has the cards start over; they must not stay away.
    request('ask.drafts', {}).then(take, () => take([]))
  }, [isLoaded, load, request, saved])
}

/** Loads the drafts of a chat's own window once that window is closed. */
function useDraftsOfClosed(
  asks: readonly Ask[] | undefined,
  saved: { current: Map<string, AskDraft> },
): void {
  const { request } = useBridge()
  const inWindows = useChatsInWindows()
  const replace = useUi((ui) => ui.replaceAskDrafts)
  const before = useRef(inWindows)
  useEffect(() => {
    const closed = [...before.current].filter((id) => !inWindows.has(id))
    before.current = inWindows
    const left = asks?.filter((ask) => closed.some((id) => isOfChat(ask, id))) ?? []
    if (left.length === 0) return
    const ids = new Set(left.map(({ id }) => id))
    const take = (list: readonly { id: string; draft: AskDraft }[]): void => {
      const drafts = list.filter(({ id }) => ids.has(id))
      for (const { id, draft } of drafts) saved.current.set(id, draft)
      replace([...ids], Object.fromEntries(drafts.map(({ id, draft }) => [id, draft])))
    }
    request('ask.drafts', {}).then(take, () => undefined)
  }, [asks, inWindows, replace, request, saved])
}
