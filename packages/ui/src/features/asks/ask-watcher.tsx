import type { Ask } from '@gatehouse/domain'
import { useEffect, useMemo, useRef } from 'react'
import { useToasts } from '../../kit/index.ts'
import { useBridge } from '../../lib/bridge/bridge.tsx'
import { isOfChat } from '../../lib/chats/ask-chats.ts'
import { askWords } from '../../lib/words/ask-words.ts'
import { useAsks, useOpenWindows } from '../../lib/queries/index.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { useWindowRole } from '../../lib/windows/window-role.tsx'
import { worded } from '../../lib/words/worded.ts'
import { useExpiryReminders } from './use-expiry-reminders.ts'
import { useSavedDrafts } from './use-saved-drafts.ts'

/** Returns a test for asks that are in view; an ask without a chat is only in Activity. */
function useInView(): (ask: Ask) => boolean {
  const section = useUi((ui) => ui.section)
  const conversationId = useUi((ui) => ui.conversationId)
  return (ask) =>
    section === 'activity' ||
    (section === 'chats' && conversationId !== null && isOfChat(ask, conversationId))
}

/** The asks that this window notifies of: the main window of all, a chat's window of its own while there is a main one. */
function useOwnAsks(asks: readonly Ask[] | undefined): readonly Ask[] | undefined {
  const role = useWindowRole()
  const hasMain = useOpenWindows().data?.hasMain ?? true
  const conversationId = useUi((ui) => ui.conversationId)
  const notifiesOfAll = role.kind === 'main' || !hasMain
  return useMemo(
    () =>
      notifiesOfAll
        ? asks
        : asks?.filter((ask) => conversationId !== null && isOfChat(ask, conversationId)),
    [asks, notifiesOfAll, conversationId],
  )
}

/**
 * Watches all asks of the window. Notifies when one arrives that the person does not see, or is about to expire.
 * Saves the drafts of cards in main, and discards those of settled asks. Draws nothing.
 */
export function AskWatcher() {
  const asks = useAsks().data
  const keepAskDrafts = useUi((ui) => ui.keepAskDrafts)
  useSavedDrafts(asks)
  useEffect(() => {
    if (asks) keepAskDrafts(asks.map((ask) => ask.id))
  }, [asks, keepAskDrafts])
  const isInView = useInView()
  const own = useOwnAsks(asks)
  useNotices(own, isInView)
  useExpiryReminders(own, isInView)
  useRefusalNotice()
  useWanted()
  return null
}

function useNotices(asks: readonly Ask[] | undefined, isInView: (ask: Ask) => boolean): void {
  const { show, hide } = useToasts()
  const openActivity = useUi((ui) => ui.openActivity)
  const isMain = useWindowRole().kind === 'main'
  const known = useRef<ReadonlySet<string> | null>(null)
  const toast = useRef<{ id: string; askId: string } | null>(null)
  useEffect(() => {
    if (!asks) return
    // The badge shows what was already waiting when the window opened, where it has one.
    const before = known.current ?? (isMain ? null : NONE)
    known.current = new Set(asks.map((ask) => ask.id))
    const unseen = asks.filter((ask) => !isInView(ask))
    const drop = (): void => {
      if (toast.current) hide(toast.current.id)
      toast.current = null
    }
    if (!unseen.some((ask) => ask.id === toast.current?.askId)) drop()
    const arrived = before && unseen.findLast((ask) => !before.has(ask.id))
    if (!arrived) return
    drop()
    const more = unseen.length - 1
    const id = show({
      title: worded('asks', (_t, language) => language.once(askWords).sentence(arrived)),
      ...(more > 0
        ? { description: worded('asks', (t) => t('notice.more', { count: more })) }
        : {}),
      action: {
        label: worded('asks', (t) => t('notice.show')),
        onSelect: () => openActivity(arrived.id),
      },
    })
    toast.current = { id, askId: arrived.id }
  })
}

const NONE: ReadonlySet<string> = new Set()

/** Shows the ask whose notification was clicked. */
function useWanted(): void {
  const { bridge } = useBridge()
  const openActivity = useUi((ui) => ui.openActivity)
  const isMain = useWindowRole().kind === 'main'
  useEffect(
    () => (isMain ? bridge.on('ask.wanted', ({ id }) => openActivity(id)) : undefined),
    [bridge, isMain, openActivity],
  )
}

/** Says that a server asks for more than may wait, with the way to what waits. */
function useRefusalNotice(): void {
  const { bridge } = useBridge()
  const { show } = useToasts()
  const goTo = useUi((ui) => ui.goTo)
  const isMain = useWindowRole().kind === 'main'
  useEffect(() => {
    if (!isMain) return undefined
    return bridge.on('ask.refused', ({ serverName }) =>
      show({
        tone: 'warning',
        title: worded('asks', (t) => t('notice.refused', { server: serverName })),
        description: worded('asks', (t) => t('notice.refusedNote')),
        action: {
          label: worded('asks', (t) => t('notice.show')),
          onSelect: () => goTo('activity'),
        },
      }),
    )
  }, [bridge, isMain, goTo, show])
}
