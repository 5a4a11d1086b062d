import type { Frame, HttpFacts } from '@gatehouse/domain'
import { AppWindow, ArrowDown, ArrowLeftRight, ArrowUp, ChevronRight } from 'lucide-react'
import {
  Button,
  classNames,
  CopyButton,
  Icon,
  JsonView,
  RevealText,
  VisuallyHidden,
} from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { frameFacts, isFault, rpcLabel } from './traffic-rows.ts'

export interface FrameRowProps {
  frame: Frame
  open: boolean
  /** The one that was asked for. */
  selected: boolean
  onToggle: () => void
  /** Shows only this frame and what belongs to it. */
  onPair: () => void
  /** True if the paired message is loaded; undefined for a message without one. */
  hasPairedMessage: boolean | undefined
  onPairedMessage: () => void
}

export function FrameRow(props: FrameRowProps) {
  const { frame, open, selected, onToggle, onPair } = props
  const t = useT('servers')
  const { exactClock, duration } = useFormats()
  const bad = isFault(frame)
  const rpc = rpcLabel(frame)
  return (
    <div
      data-frame={frame.seq}
      aria-current={selected || undefined}
      className={classNames('border-b border-line', selected && 'border-l-2 border-l-accent')}
    >
      <div className="relative grid min-h-8 grid-cols-[0.875rem_minmax(0,1fr)_auto_5.75rem_0.75rem] items-center gap-x-2 px-3 text-small hover:bg-hover @2xl:grid-cols-[0.875rem_minmax(0,1fr)_4rem_4.5rem_5.75rem_0.75rem]">
        <Icon
          icon={frame.direction === 'out' ? ArrowUp : ArrowDown}
          size={14}
          className={
            bad ? 'text-danger' : frame.direction === 'out' ? 'text-accent' : 'text-success'
          }
        />
        <VisuallyHidden>
          {t(frame.direction === 'out' ? 'traffic.sent' : 'traffic.received')}{' '}
          {frame.view && t('traffic.view', { title: frame.view.title })}
        </VisuallyHidden>
        <button
          type="button"
          aria-expanded={open}
          onClick={onToggle}
          className={classNames(
            'flex min-w-0 items-center gap-1.5 text-left font-mono after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
            bad && 'text-danger',
          )}
        >
          {frame.view && <Icon icon={AppWindow} size={12} className="shrink-0 text-fg-3" />}
          <span className="truncate">
            <FrameName frame={frame} /> <Facts frame={frame} />
          </span>
        </button>
        {rpc === '' ? (
          <span />
        ) : (
          <button
            type="button"
            title={t('traffic.pair', { id: rpc })}
            aria-label={t('traffic.pair', { id: rpc })}
            onClick={onPair}
            className="relative z-1 max-w-16 truncate rounded-sm px-1 text-right font-mono text-fg-2 tabular-nums hover:bg-active hover:text-fg"
          >
            {rpc}
          </button>
        )}
        <span className="hidden truncate text-right text-fg-2 tabular-nums @2xl:block">
          {frame.latencyMs !== undefined && duration(frame.latencyMs)}
        </span>
        <span className="text-right font-mono text-fg-2 tabular-nums">{exactClock(frame.at)}</span>
        <Icon
          icon={ChevronRight}
          size={12}
          className={classNames('text-fg-3', open && 'rotate-90')}
        />
      </div>
      {open && <FrameBody {...props} />}
    </div>
  )
}

function FrameBody({ frame, hasPairedMessage, onPairedMessage }: FrameRowProps) {
  const t = useT('servers')
  const words = useT('serverPage')
  const { bytes } = useFormats()
  return (
    <div className="border-t border-line bg-sunken">
      <div className="flex flex-wrap items-center gap-x-2 px-3 pt-1.5 text-small text-fg-3">
        <span>
          {t(`traffic.kind.${frame.kind}`)} · {bytes(frame.bytes)}
          {frame.truncated && ` · ${t('traffic.truncated')}`}
        </span>
        <span className="ml-auto flex items-center gap-1">
          {hasPairedMessage === true && (
            <Button size="small" variant="ghost" icon={ArrowLeftRight} onClick={onPairedMessage}>
              {words(frame.kind === 'request' ? 'traffic.toResponse' : 'traffic.toRequest')}
            </Button>
          )}
          {hasPairedMessage === false && frame.kind === 'request' && words('traffic.noResponse')}
          <CopyButton label={words('traffic.copy')} text={() => JSON.stringify(frame, null, 2)} />
        </span>
      </div>
      {frame.view && (
        <p className="px-3 text-small wrap-anywhere text-fg-2">
          <RevealText text={t('traffic.view', { title: frame.view.title })} />
          {frame.view.refused && ` · ${t(`traffic.refused.${frame.view.refused}`)}`}
        </p>
      )}
      {frame.http && <HttpLine http={frame.http} />}
      {typeof frame.message === 'string' ? (
        <pre className="px-3 py-2 font-mono text-small">
          <RevealText text={frame.message} />
        </pre>
      ) : (
        <JsonView value={frame.message} label={t('traffic.message')} expandDepth={3} />
      )}
    </div>
  )
}

function HttpLine({ http }: { http: HttpFacts }) {
  const words = useT('serverPage')
  const { method, status, url, contentType, session } = http
  const facts = [
    status === undefined
      ? words('traffic.httpNoStatus', { method })
      : words('traffic.http', { method, status }),
    url,
    contentType,
    session === undefined ? undefined : words('traffic.session', { session }),
  ]
  return (
    <p className="px-3 font-mono text-small wrap-anywhere text-fg-2">
      <RevealText text={facts.filter((fact) => fact !== undefined).join(' · ')} />
    </p>
  )
}

/** Details that distinguish a message from others of its method: a tool's name, an address, a latency. */
function Facts({ frame }: { frame: Frame }) {
  const { duration } = useFormats()
  const t = useT('servers')
  const { refused } = frame.view ?? {}
  const facts = [refused && t(`traffic.refused.${refused}`), frameFacts(frame)]
    .filter(Boolean)
    .join(' · ')
  return (
    <span className="text-fg-3">
      {frame.latencyMs !== undefined && (
        <span className="@2xl:hidden">
          {facts === '' ? duration(frame.latencyMs) : `${duration(frame.latencyMs)} · `}
        </span>
      )}
      <RevealText text={facts} wrap={false} />
    </span>
  )
}

/** The method of a request; what came of it for its response. */
function FrameName({ frame }: { frame: Frame }) {
  const t = useT('servers')
  const method = frame.method ?? ''
  switch (frame.kind) {
    case 'request':
    case 'notification':
      return <RevealText text={method} wrap={false} />
    case 'response':
      return (
        <>
          {t('traffic.result')}{' '}
          <span className="text-fg-3">
            <RevealText text={method} wrap={false} />
          </span>
        </>
      )
    case 'error':
      return (
        <>
          {t('traffic.error')}{' '}
          <span className="text-fg-3">
            <RevealText text={method} wrap={false} />
          </span>
        </>
      )
    case 'malformed':
      return t('traffic.kind.malformed')
    case 'app-request':
      return (
        <RevealText text={`${frame.http?.method ?? ''} ${frame.http?.url ?? ''}`} wrap={false} />
      )
  }
}
