import { useCallback } from 'react'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import type { Attaching, AttachRequest } from './send-attaching.ts'
import { useUi, useUiStore, type UiStore } from '../../../lib/ui-store.tsx'

export type { Attaching, AttachRequest }

export interface AttachingList {
  list: readonly Attaching[]
  /** One after the other, so that they come in this order. */
  attach: (requests: readonly AttachRequest[]) => void
  /** Cancels a pending attachment, or dismisses a failed one. */
  dismiss: (entry: Attaching) => void
  retry: (entry: Attaching) => void
}

const none: readonly Attaching[] = []
let keys = 0

/**
 * Attachments under way into a chat's draft. The window's store holds them: they continue, and a failure is shown,
 * wherever the person is by then.
 */
export function useAttaching(conversationId = ''): AttachingList {
  const { request } = useBridge()
  const store = useUiStore()
  const place = `attaching ${conversationId}`
  const list = useUi((ui) => ui.kept[place] as readonly Attaching[] | undefined) ?? none
  const run = useCallback(
    async (entries: readonly Attaching[]) => {
      const change = listChanger(store, place)
      const isListed = (key: string) => listAt(store, place).some((one) => one.key === key)
      for (const entry of entries) {
        // Taken away while it waited for the others.
        if (!listAt(store, place).includes(entry)) continue
        try {
          const { send } = await import('./send-attaching.ts')
          const { attached, refused: left } = await send(request, conversationId, entry)
          // Dismissed when it could no longer be held back.
          if (!isListed(entry.key))
            for (const attachmentId of attached)
              await request('chat.detach', { id: conversationId, attachmentId })
          change((all) => all.flatMap((one) => (one.key === entry.key ? left : [one])))
        } catch (error) {
          change((all) => all.map((one) => (one.key === entry.key ? failed(one, error) : one)))
        }
      }
    },
    [request, store, place, conversationId],
  )
  const attach = useCallback<AttachingList['attach']>(
    (requests) => {
      const entries = requests.map((what): Attaching => ({
        key: `attach-${(keys += 1)}`,
        request: what,
        error: null,
      }))
      listChanger(store, place)((all) => [...all, ...entries])
      void run(entries)
    },
    [run, store, place],
  )
  const dismiss = useCallback<AttachingList['dismiss']>(
    (entry) => {
      listChanger(store, place)((all) => without(all, [entry]))
      if (entry.error === null && isOfServer(entry.request))
        request('server.cancel-request', { requestId: entry.key }).catch(() => undefined)
    },
    [request, store, place],
  )
  const retry = useCallback<AttachingList['retry']>(
    (entry) => {
      const again = { ...entry, error: null }
      listChanger(store, place)((all) => all.map((one) => (one === entry ? again : one)))
      void run([again])
    },
    [run, store, place],
  )
  return { list, attach, dismiss, retry }
}

function listAt(store: UiStore, place: string): readonly Attaching[] {
  return (store.getState().kept[place] as readonly Attaching[] | undefined) ?? none
}

function listChanger(store: UiStore, place: string) {
  return (change: (all: readonly Attaching[]) => readonly Attaching[]): void => {
    const next = change(listAt(store, place))
    store.getState().keep(place, next.length === 0 ? undefined : next)
  }
}

function without(all: readonly Attaching[], gone: readonly Attaching[]): readonly Attaching[] {
  return all.filter(({ key }) => !gone.some((one) => one.key === key))
}

function failed(entry: Attaching, error: unknown): Attaching {
  return { ...entry, error: error instanceof Error ? error : new Error(String(error)) }
}

const isOfServer = ({ kind }: AttachRequest): boolean => kind === 'resource' || kind === 'prompt'
