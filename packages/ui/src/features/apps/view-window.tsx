import type { AppViewEnd, OpenedAppView } from '@gatehouse/domain/apps'
import { hasAccess } from '@gatehouse/domain/apps'
import { useEffect, useRef, useState } from 'react'
import { CardSection } from '../../kit/index.ts'
import { useBridge } from '../../lib/bridge/bridge.tsx'
import { BlockedNote, type Blocked } from './blocked-note.tsx'
import { useAppWords } from './use-app-words.ts'
import { useNeedWords } from './use-need-words.ts'
import { useViewContext } from './use-view-context.ts'
import { useDraftedToast, useViewEvents } from './use-view-events.tsx'

interface ViewWindowProps {
  shown: Extract<OpenedAppView, { state: 'in-window' }>
  serverName: string
  onEnded: (reason: AppViewEnd) => void
}

/** The place in the chat of a view that runs in a window of its own. It gives the view its theme and language. */
export function ViewWindow({ shown, serverName, onEnded }: ViewWindowProps) {
  const { viewId, access, refused } = shown
  const t = useAppWords()
  const words = useNeedWords()
  const { request } = useBridge()
  const box = useRef<HTMLDivElement>(null)
  const readContext = useViewContext(box, { viewId, mode: 'fullscreen' })
  const showDrafted = useDraftedToast(serverName)
  const [blocked, setBlocked] = useState<readonly Blocked[]>([])
  useViewEvents(viewId, (event) => {
    if (event.type === 'blocked') setBlocked((before) => [...before, event])
    if (event.type === 'drafted') showDrafted(event.what)
    if (event.type === 'ended') onEnded(event.reason)
  })
  const connect = useRef<() => void>(undefined)
  useEffect(() => {
    connect.current = () => {
      request('app-view.connect', { viewId, context: readContext() }).catch(() =>
        onEnded('crashed'),
      )
    }
  })
  // Once: another view is drawn anew.
  useEffect(() => connect.current?.(), [])
  return (
    <>
      <CardSection>
        <div ref={box} role="status" className="text-small text-fg-2 wrap-anywhere">
          <p>
            {hasAccess(access)
              ? t('inWindow.has', { list: words.access(access) })
              : t('inWindow.sealed')}
          </p>
          {refused.length > 0 && <p>{t('inWindow.refused', { list: words.refused(refused) })}</p>}
          {access.hosts.length > 0 && <p className="text-fg-3">{t('inWindow.requests')}</p>}
        </div>
      </CardSection>
      <BlockedNote all={blocked} />
    </>
  )
}
