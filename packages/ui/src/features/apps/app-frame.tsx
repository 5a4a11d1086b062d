import type { AppDisplayMode, AppViewEnd } from '@gatehouse/domain/apps'
import { useRef, useState } from 'react'
import { classNames, Spinner } from '../../kit/index.ts'
import { useBridge } from '../../lib/bridge/bridge.tsx'
import type { Blocked } from './blocked-note.tsx'
import { useAppPort } from './use-app-port.ts'
import { useAppWords } from './use-app-words.ts'
import type { FrameFocus } from './use-frame-focus.ts'
import { maxViewHeight, useViewContext } from './use-view-context.ts'
import { useViewPicture } from './use-view-picture.ts'
import { useDraftedToast, useViewEvents } from './use-view-events.tsx'

/** CSS pixels of a view that asked for no height yet, and the least that one gets. */
export const FIRST_HEIGHT = 160
const MIN_HEIGHT = 32

/** The frame has a host of its own, so that its origin is not that of this page. */
const SANDBOX = 'allow-scripts allow-forms allow-same-origin'

interface AppFrameProps {
  viewId: string
  address: string
  title: string
  serverName: string
  /** CSS pixels at first. */
  firstHeight: number
  frame: React.RefObject<HTMLIFrameElement | null>
  focus: FrameFocus
  mode: AppDisplayMode
  /** A question is open: the view keeps its height. */
  isFrozen: boolean
  /** The view wants another mode. */
  onModeWanted: (mode: AppDisplayMode) => void
  onBlocked: (blocked: Blocked) => void
  onEnded: (reason: AppViewEnd) => void
}

/** The proxy frame of a running view. Its height follows the view within limits, and is frozen while an ask is open. */
export function AppFrame(props: AppFrameProps) {
  const { viewId, address, title, serverName, frame, focus, mode, isFrozen } = props
  const { firstHeight, onModeWanted, onBlocked, onEnded } = props
  const t = useAppWords()
  const { request } = useBridge()
  const showDrafted = useDraftedToast(serverName)
  const box = useRef<HTMLDivElement>(null)
  const readContext = useViewContext(box, { viewId, mode })
  const [isStarted, setStarted] = useState(false)
  const [wanted, setWanted] = useState(firstHeight)
  const height = useFrozen(wanted, isFrozen)
  useAppPort(frame, { viewId, address })
  useViewPicture(box, { viewId, isDrawn: isStarted && mode === 'inline' })
  useViewEvents(viewId, (event) => {
    switch (event.type) {
      case 'started':
        return setStarted(true)
      case 'resized':
        return setWanted(Math.min(Math.max(Math.ceil(event.height), MIN_HEIGHT), maxViewHeight()))
      case 'drafted':
        return showDrafted(event.what)
      case 'mode-wanted':
        return onModeWanted(event.mode)
      case 'left':
        return focus.leave()
      case 'blocked':
        return onBlocked(event)
      case 'ended':
        return onEnded(event.reason)
    }
  })
  const connect = (): void => {
    request('app-view.connect', { viewId, context: readContext() }).catch(() => onEnded('crashed'))
  }
  return (
    <div
      ref={box}
      className={classNames(
        'relative box-content border-t border-line bg-card',
        mode !== 'inline' && 'flex-1',
      )}
      style={{ height: mode === 'inline' ? height : undefined }}
    >
      <iframe
        ref={frame}
        title={title}
        src={address}
        tabIndex={-1}
        sandbox={SANDBOX}
        referrerPolicy="no-referrer"
        onLoad={connect}
        onPointerEnter={focus.onPointerEnter}
        onPointerLeave={focus.onPointerLeave}
        className="absolute inset-0 block size-full border-0"
      />
      {!isStarted && (
        <p
          role="status"
          className="absolute inset-0 flex items-center justify-center gap-2 bg-card text-note text-fg-3"
        >
          <Spinner decorative />
          {t('starting')}
        </p>
      )}
      {isFrozen && isStarted && mode === 'inline' && height !== wanted && (
        <p className="absolute right-2 bottom-1 rounded-md bg-sunken px-2 text-small text-fg-3">
          {t('frozen')}
        </p>
      )}
    </div>
  )
}

/** The value; while it is frozen, the one before. */
function useFrozen<Value>(value: Value, isFrozen: boolean): Value {
  const [shown, setShown] = useState(value)
  if (!isFrozen && shown !== value) setShown(value)
  return isFrozen ? shown : value
}
