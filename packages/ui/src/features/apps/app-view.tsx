import type { ConversationView } from '@gatehouse/domain'
import type { AppDisplayMode, AppNeeds, AppViewEnd, OpenedAppView } from '@gatehouse/domain/apps'
import { useQueryClient } from '@tanstack/react-query'
import {
  AppWindow,
  LogIn,
  Lock,
  Maximize2,
  Minimize2,
  PictureInPicture2,
  Play,
  Square,
} from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  Badge,
  Button,
  Callout,
  Card,
  CardHeader,
  CardSection,
  IconButton,
  RevealText,
  ServerName,
} from '../../kit/index.ts'
import { useBridge } from '../../lib/bridge/bridge.tsx'
import { LIVE_APP_VIEWS, type AppViewProps } from '../../lib/chats/app-view-slot.tsx'
import { useRetainedState } from '../../lib/drafts/use-retained-state.ts'
import { useFormats } from '../../lib/formats/formats.ts'
import { oneLine } from '../../lib/formats/one-line.ts'
import { useAction, useAsks } from '../../lib/queries/index.ts'
import { queryKeys } from '../../lib/queries/query-keys.ts'
import { useUiStore } from '../../lib/ui-store.tsx'
import { AppFrame, FIRST_HEIGHT } from './app-frame.tsx'
import { BlockedNote, type Blocked } from './blocked-note.tsx'
import { useDisplayMode, type DisplayModeOfView } from './use-display-mode.ts'
import { useAppWords } from './use-app-words.ts'
import { useFrameFocus } from './use-frame-focus.ts'
import { useIsAsking } from './use-is-asking.ts'
import { useNeedWords } from './use-need-words.ts'
import { maxViewHeight } from './use-view-context.ts'
import { PASSING_MS, ViewPicture } from './view-picture.tsx'
import { ViewWindow } from './view-window.tsx'

/** `isAsked`: main was asked to open it. */
type Shown = { state: 'still' } | { state: 'opening'; isAsked: boolean } | OpenedAppView

/**
 * The interface of a call, below its card. One whose call ended in this window opens by itself; others are stills that
 * run by a press, with the interface and the result that are stored.
 */
export function AppView(props: AppViewProps) {
  const { call } = props
  const t = useAppWords()
  const [ended, setEnded] = useRetainedState<AppViewEnd>(`app view ${call.id}`)
  /** CSS pixels of a view that ended as it should, which its place keeps. */
  const [height, setHeight] = useRetainedState<number>(`app view height ${call.id}`)
  const frame = useRef<HTMLIFrameElement>(null)
  const home = useRef<HTMLElement>(null)
  const isAsking = useIsAsking(props.conversationId)
  /** Nothing may stand above the notice of a question either, whichever chat it belongs to. */
  const isAskedAnywhere = (useAsks().data?.length ?? 0) > 0
  const held = useHeldHeight(isAsking)
  const [blocked, setBlocked] = useState<readonly Blocked[]>([])
  const { shown, open, openWindow, close, over } = useOpenedView(props, {
    isEnded: ended !== undefined,
    onEnded(reason) {
      held.hold(home.current)
      setEnded(reason)
      const last = Math.min(frame.current?.offsetHeight ?? 0, maxViewHeight())
      setHeight(PICTURED.has(reason) && last > 0 ? last : undefined)
    },
  })
  const focus = useFrameFocus(frame, home, () => {
    close('took-focus')
    over('took-focus')
  })
  const run = (): void => {
    setEnded(undefined)
    setBlocked([])
    open(true)
  }
  const title = oneLine(call.toolTitle, 80)
  const names = { tool: title, server: call.serverName }
  const isOpen = shown.state === 'open'
  const isInWindow = shown.state === 'in-window'
  const waitsForWindow = shown.state === 'not-drawn' && shown.reason === 'own-window'
  const display = useDisplayMode(home, { isOpen, isAsking: isAskedAnywhere })
  const { mode } = display
  if (shown.state === 'not-drawn' && shown.reason === 'off') return null
  /** A view asks for it while the person is in it, by a press or F6. */
  const takeMode = (wanted: AppDisplayMode): void => {
    if (document.activeElement === frame.current) display.change(wanted)
  }
  return (
    <div style={{ minHeight: display.rowHeight }}>
      <section
        ref={home}
        role="group"
        aria-label={t('label', names)}
        tabIndex={-1}
        data-testid="app-view"
        data-state={shown.state}
        data-mode={mode}
        popover="manual"
        className={MODE_LOOKS[mode]}
        style={{ minHeight: mode === 'inline' ? held.height : undefined }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && mode !== 'inline') display.change('inline')
          else if (event.key === 'F6' && isOpen) focus.enter()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      >
        <Card
          hue={call.serverHue}
          waiting={isOpen || isInWindow}
          className={mode === 'inline' ? undefined : 'flex h-full flex-col'}
        >
          <CardHeader
            aside={
              isOpen ? (
                <>
                  <Button size="small" icon={LogIn} keys="F6" onClick={focus.enter}>
                    {t('enter')}
                  </Button>
                  <ModeButtons display={display} />
                  <IconButton
                    size="small"
                    icon={Square}
                    label={t('stop')}
                    onClick={() => close('closed')}
                  />
                </>
              ) : (
                <StillButtons
                  state={shown.state}
                  waitsForWindow={waitsForWindow}
                  onRun={run}
                  onWindow={openWindow}
                  onStop={() => close('closed')}
                />
              )
            }
          >
            <ServerName hue={call.serverHue} className="max-w-40 shrink-0">
              {call.serverName}
            </ServerName>
            <span className="truncate font-semibold">
              <RevealText text={title} wrap={false} />
            </span>
            {!isInWindow && (
              <Badge icon={Lock} title={t('sealedNote')}>
                {t('sealed')}
              </Badge>
            )}
          </CardHeader>
          {isOpen && (
            <>
              <NeedsNote shown={shown} onWindow={openWindow} />
              <BlockedNote all={blocked} note={t('blocked.sealed')} />
              <AppFrame
                key={shown.viewId}
                viewId={shown.viewId}
                address={shown.address}
                title={t('frame', names)}
                serverName={call.serverName}
                firstHeight={height ?? FIRST_HEIGHT}
                frame={frame}
                focus={focus}
                mode={mode}
                isFrozen={isAsking}
                onModeWanted={takeMode}
                onBlocked={(one) => setBlocked((before) => [...before, one])}
                onEnded={(reason) => over(reason, shown.viewId)}
              />
            </>
          )}
          {isInWindow && (
            <ViewWindow
              key={shown.viewId}
              shown={shown}
              serverName={call.serverName}
              onEnded={(reason) => over(reason, shown.viewId)}
            />
          )}
          {shown.state === 'changed' && (
            <ChangedView {...props} change={shown} onAccepted={() => open()} />
          )}
          {shown.state === 'not-drawn' &&
            shown.reason !== 'off' &&
            shown.reason !== 'own-window' && <Note>{t(`notDrawn.${shown.reason}`)}</Note>}
          {shown.state === 'cancelled' && <Note>{t('cancelled')}</Note>}
          {(shown.state === 'still' || shown.state === 'opening') && height !== undefined && (
            <ViewPicture {...props} height={height} />
          )}
          {(shown.state === 'still' || waitsForWindow) && ended !== undefined && (
            <Note>{t(`ended.${ended}`)}</Note>
          )}
        </Card>
      </section>
    </div>
  )
}

/** Ends after which a view is shown as a picture. */
const PICTURED: ReadonlySet<AppViewEnd> = new Set(['closed', 'closed-by-app', 'replaced'])

/** A popover in every mode, drawn although it is closed: one that is not drawn for a moment loses the focus. */
const MODE_LOOKS: Readonly<Record<AppDisplayMode, string>> = {
  inline:
    'static inset-auto m-0 block h-auto w-auto overflow-visible bg-transparent py-0 pr-0 pl-4 text-inherit outline-none',
  fullscreen:
    'fixed inset-0 m-0 block size-full max-h-none max-w-none bg-background p-2 text-inherit outline-none',
  // Above the composer, however tall that is.
  pip: 'fixed top-[max(1rem,calc(anchor(--composer_top,calc(100vh-12rem))-19rem))] right-4 bottom-[calc(anchor(--composer_top,12rem)+1rem)] left-auto m-0 block h-auto w-md max-w-[45vw] bg-transparent p-0 text-inherit shadow-lg outline-none',
}

const MODE_ICONS = { pip: PictureInPicture2, fullscreen: Maximize2, inline: Minimize2 }

/** One button for each mode, which leads back from it: the one that was pressed keeps the focus. */
function ModeButtons({ display: { mode, change } }: { display: DisplayModeOfView }) {
  const t = useAppWords()
  return (['pip', 'fullscreen'] as const).map((own) => {
    const to = mode === own ? 'inline' : own
    return (
      <IconButton
        key={own}
        size="small"
        icon={MODE_ICONS[to]}
        label={t(`mode.${to}`)}
        onClick={() => change(to)}
      />
    )
  })
}

/** Keeps the height of a view that ends while a question is open: the card below would move under the pointer. */
function useHeldHeight(isAsking: boolean) {
  const [height, setHeight] = useState<number>()
  if (!isAsking && height !== undefined) setHeight(undefined)
  return {
    height,
    hold: (home: HTMLElement | null): void => {
      if (isAsking) setHeight(home?.offsetHeight)
    },
  }
}

function Note({ children }: { children: string }) {
  return (
    <CardSection>
      <p role="status" className="text-small text-fg-3">
        {children}
      </p>
    </CardSection>
  )
}

const viewOfState = (shown: Shown): string | null =>
  shown.state === 'open' || shown.state === 'in-window' ? shown.viewId : null

function useOpenedView(
  { call, conversationId, turnId }: AppViewProps,
  { isEnded, onEnded }: { isEnded: boolean; onEnded: (reason: AppViewEnd) => void },
) {
  const { request } = useBridge()
  const store = useUiStore()
  const [shown, setState] = useState<Shown>({ state: 'still' })
  const viewId = viewOfState(shown)
  /** As it will be drawn: a view may end while another one takes its place. */
  const latest = useRef(shown)
  const setShown = useCallback((next: Shown) => {
    latest.current = next
    setState(next)
  }, [])
  const entryId = call.id
  const place = { conversationId, turnId, entryId }
  const inWindow = useAction('app-view.open-window', {
    onSuccess(result) {
      // A sealed view that runs goes on.
      if (result.state !== 'cancelled' || viewOfState(latest.current) === null) setShown(result)
    },
  })
  const { mutate: showWindow } = inWindow
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])
  const open = useCallback(
    (isPressed = false) => {
      setShown({ state: 'opening', isAsked: true })
      const at = { conversationId, turnId, entryId }
      request('app-view.open', at).then(
        (result) => {
          // Its row was taken away meanwhile: it would take the place of one that is seen.
          if (isGone.current && result.state === 'open')
            request('app-view.close', { viewId: result.viewId, reason: 'closed' }).catch(
              () => undefined,
            )
          setShown(result)
          const wantsWindow = result.state === 'not-drawn' && result.reason === 'own-window'
          if (isPressed && wantsWindow) showWindow(at)
        },
        () => setShown({ state: 'not-drawn', reason: 'not-read' }),
      )
    },
    [request, setShown, showWindow, conversationId, turnId, entryId],
  )
  const client = useQueryClient()
  const chat = client.getQueryData<ConversationView>(queryKeys.conversation(conversationId))
  // A fork has copies of calls that ended before it was made.
  const since = Math.max(performance.timeOrigin, chat?.conversation.createdAt ?? 0)
  const isFresh = (call.endedAt ?? 0) > since
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current || isEnded || !isFresh) return undefined
    setShown({ state: 'opening', isAsked: false })
    // A row that passes by while the person scrolls opens nothing.
    const timer = setTimeout(() => {
      isAsked.current = true
      open()
    }, PASSING_MS)
    return () => clearTimeout(timer)
  }, [isEnded, isFresh, open, setShown])
  const isKept = viewId !== null || (shown.state === 'opening' && shown.isAsked)
  useEffect(() => {
    if (!isKept) return undefined
    const change = (of: (live: readonly string[]) => readonly string[]): void => {
      const { kept, keep } = store.getState()
      keep(LIVE_APP_VIEWS, of((kept[LIVE_APP_VIEWS] as readonly string[] | undefined) ?? []))
    }
    change((live) => [...live, entryId])
    return () => change((live) => live.filter((id) => id !== entryId))
  }, [isKept, entryId, store])
  useEffect(() => {
    if (viewId === null) return undefined
    return () => {
      // One that ended by itself is closed already.
      request('app-view.close', { viewId, reason: 'closed' }).catch(() => undefined)
    }
  }, [viewId, request])
  return {
    shown,
    open,
    openWindow: () => showWindow(place),
    over: (reason: AppViewEnd, ended = viewId) => {
      if (ended !== viewOfState(latest.current)) return
      onEnded(reason)
      setShown({ state: 'still' })
    },
    close: (reason: 'closed' | 'took-focus') => {
      if (viewId !== null) request('app-view.close', { viewId, reason }).catch(() => undefined)
    },
  }
}

/** The needs that a sealed view is not given, and the window that could have them. */
function NeedsNote({
  shown: { needs, offer },
  onWindow,
}: {
  shown: Extract<OpenedAppView, { state: 'open' }>
  onWindow: () => void
}) {
  const t = useAppWords()
  const words = useNeedWords()
  if (needs.domains.length + needs.permissions.length === 0) return null
  return (
    <CardSection>
      <div className="flex flex-wrap items-center gap-2 text-small text-fg-3">
        <p role="status" className="min-w-0 flex-1 basis-64 wrap-anywhere">
          {t('needs', { list: words.needs(needs) })} {offer === 'never' && t('neverNote')}
        </p>
        {offer === 'window' && (
          <Button size="small" icon={AppWindow} onClick={onWindow}>
            {t('openWith')}
          </Button>
        )}
      </div>
    </CardSection>
  )
}

/** The buttons of a view that does not run in the chat. */
function StillButtons({
  state,
  waitsForWindow,
  onRun,
  onWindow,
  onStop,
}: {
  state: Shown['state']
  waitsForWindow: boolean
  onRun: () => void
  onWindow: () => void
  onStop: () => void
}) {
  const t = useAppWords()
  if (state === 'in-window')
    return (
      <>
        <Button size="small" icon={AppWindow} onClick={onWindow}>
          {t('inWindow.show')}
        </Button>
        <IconButton size="small" icon={Square} label={t('stop')} onClick={onStop} />
      </>
    )
  if (waitsForWindow)
    return (
      <Button size="small" icon={AppWindow} onClick={onWindow}>
        {t('openWindow')}
      </Button>
    )
  if (state !== 'still' && state !== 'cancelled') return null
  return (
    <>
      <span>{t('runNote')}</span>
      <Button size="small" icon={Play} onClick={onRun}>
        {t('run')}
      </Button>
    </>
  )
}

function ChangedView({
  call,
  conversationId,
  turnId,
  change,
  onAccepted,
}: AppViewProps & {
  change: Extract<OpenedAppView, { state: 'changed' }>
  onAccepted: () => void
}) {
  const t = useAppWords()
  const { needs: words } = useNeedWords()
  const { bytes, day } = useFormats()
  const accept = useAction('app-view.accept-change', { onSuccess: onAccepted })
  const { before, hash, needs } = change
  const wants = (of: AppNeeds): string => words(of) || t('changed.nothing')
  const isOther = JSON.stringify(needs) !== JSON.stringify(before.needs)
  return (
    <CardSection>
      <Callout
        tone="warning"
        title={t('changed.title', { server: call.serverName, date: day(before.at) })}
        actions={
          <Button
            size="small"
            loading={accept.isPending}
            onClick={() => accept.mutate({ conversationId, turnId, entryId: call.id, hash })}
          >
            {t('changed.draw')}
          </Button>
        }
      >
        <p>{t('changed.body', { before: bytes(before.bytes), after: bytes(change.bytes) })}</p>
        {isOther && (
          <p>
            {t('changed.needsBefore', { list: wants(before.needs) })}{' '}
            {t('changed.needsNow', { list: wants(needs) })}
          </p>
        )}
      </Callout>
    </CardSection>
  )
}
