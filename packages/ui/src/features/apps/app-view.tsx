import type { AppDisplayMode, AppNeeds, AppViewEnd, OpenedAppView } from '@gatehouse/domain/apps'
import { LogIn, Lock, Maximize2, Minimize2, PictureInPicture2, Play, Square } from 'lucide-react'
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
import { useUiStore } from '../../lib/ui-store.tsx'
import { AppFrame } from './app-frame.tsx'
import { useDisplayMode, type DisplayModeOfView } from './use-display-mode.ts'
import { useAppWords } from './use-app-words.ts'
import { useFrameFocus } from './use-frame-focus.ts'
import { useIsAsking } from './use-is-asking.ts'

type Shown = { state: 'still' } | { state: 'opening' } | OpenedAppView

/**
 * The interface of a call, below its card. One whose call ended in this window opens by itself; others are stills that
 * run by a press, with the interface and the result that are stored.
 */
export function AppView(props: AppViewProps) {
  const { call } = props
  const t = useAppWords()
  const [ended, setEnded] = useRetainedState<AppViewEnd>(`app view ${call.id}`)
  const frame = useRef<HTMLIFrameElement>(null)
  const home = useRef<HTMLElement>(null)
  const isAsking = useIsAsking(props.conversationId)
  /** Nothing may stand above the notice of a question either, whichever chat it belongs to. */
  const isAskedAnywhere = (useAsks().data?.length ?? 0) > 0
  const held = useHeldHeight(isAsking)
  const { shown, open, close, over } = useOpenedView(props, {
    isEnded: ended !== undefined,
    onEnded(reason) {
      held.hold(home.current)
      setEnded(reason)
    },
  })
  const focus = useFrameFocus(frame, home, () => {
    close('took-focus')
    over('took-focus')
  })
  const run = (): void => {
    setEnded(undefined)
    open()
  }
  const title = oneLine(call.toolTitle, 80)
  const names = { tool: title, server: call.serverName }
  const isOpen = shown.state === 'open'
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
          waiting={isOpen}
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
                shown.state === 'still' && (
                  <>
                    <span>{t('runNote')}</span>
                    <Button size="small" icon={Play} onClick={run}>
                      {t('run')}
                    </Button>
                  </>
                )
              )
            }
          >
            <ServerName hue={call.serverHue} className="max-w-40 shrink-0">
              {call.serverName}
            </ServerName>
            <span className="truncate font-semibold">
              <RevealText text={title} wrap={false} />
            </span>
            <Badge icon={Lock} title={t('sealedNote')}>
              {t('sealed')}
            </Badge>
          </CardHeader>
          {isOpen && (
            <>
              <NeedsNote needs={shown.needs} />
              <AppFrame
                key={shown.viewId}
                viewId={shown.viewId}
                address={shown.address}
                title={t('frame', names)}
                serverName={call.serverName}
                frame={frame}
                focus={focus}
                mode={mode}
                isFrozen={isAsking}
                onModeWanted={takeMode}
                onEnded={over}
              />
            </>
          )}
          {shown.state === 'changed' && <ChangedView {...props} change={shown} onAccepted={open} />}
          {shown.state === 'not-drawn' && shown.reason !== 'off' && (
            <Note>{t(`notDrawn.${shown.reason}`)}</Note>
          )}
          {shown.state === 'still' && ended !== undefined && <Note>{t(`ended.${ended}`)}</Note>}
        </Card>
      </section>
    </div>
  )
}

/** A popover in every mode, drawn although it is closed: one that is not drawn for a moment loses the focus. */
const MODE_LOOKS: Readonly<Record<AppDisplayMode, string>> = {
  inline:
    'static inset-auto m-0 block h-auto w-auto overflow-visible bg-transparent py-0 pr-0 pl-4 text-inherit outline-none',
  fullscreen:
    'fixed inset-0 m-0 block size-full max-h-none max-w-none bg-background p-2 text-inherit outline-none',
  pip: 'fixed top-auto right-4 bottom-48 left-auto m-0 block h-72 w-md max-w-[45vw] bg-transparent p-0 text-inherit shadow-lg outline-none',
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

function useOpenedView(
  { call, conversationId, turnId }: AppViewProps,
  { isEnded, onEnded }: { isEnded: boolean; onEnded: (reason: AppViewEnd) => void },
) {
  const { request } = useBridge()
  const store = useUiStore()
  const [shown, setShown] = useState<Shown>({ state: 'still' })
  const viewId = shown.state === 'open' ? shown.viewId : null
  const entryId = call.id
  const open = useCallback(() => {
    setShown({ state: 'opening' })
    request('app-view.open', { conversationId, turnId, entryId }).then(setShown, () =>
      setShown({ state: 'not-drawn', reason: 'not-read' }),
    )
  }, [request, conversationId, turnId, entryId])
  const isFresh = (call.endedAt ?? 0) > performance.timeOrigin
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current || isEnded || !isFresh) return
    isAsked.current = true
    open()
  }, [isEnded, isFresh, open])
  useEffect(() => {
    if (viewId === null) return undefined
    const change = (of: (live: readonly string[]) => readonly string[]): void => {
      const { kept, keep } = store.getState()
      keep(LIVE_APP_VIEWS, of((kept[LIVE_APP_VIEWS] as readonly string[] | undefined) ?? []))
    }
    change((live) => [...live, entryId])
    return () => {
      change((live) => live.filter((id) => id !== entryId))
      // One that ended by itself is closed already.
      request('app-view.close', { viewId, reason: 'closed' }).catch(() => undefined)
    }
  }, [viewId, entryId, request, store])
  return {
    shown,
    open,
    over: (reason: AppViewEnd) => {
      onEnded(reason)
      setShown({ state: 'still' })
    },
    close: (reason: 'closed' | 'took-focus') => {
      if (viewId !== null) request('app-view.close', { viewId, reason }).catch(() => undefined)
    },
  }
}

/** Names the needs that a sealed view is not given. */
function useNeedWords(): (needs: AppNeeds) => string {
  const t = useAppWords()
  const { list } = useFormats()
  return ({ domains, permissions }) =>
    list([
      ...domains.map((domain) => oneLine(domain, 60)),
      ...permissions.map((name) => t(`need.${name}`)),
    ])
}

function NeedsNote({ needs }: { needs: AppNeeds }) {
  const t = useAppWords()
  const words = useNeedWords()
  if (needs.domains.length + needs.permissions.length === 0) return null
  return <Note>{t('needs', { list: words(needs) })}</Note>
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
  const words = useNeedWords()
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
