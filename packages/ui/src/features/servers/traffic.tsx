import type { Frame } from '@gatehouse/domain'
import { Activity, ArrowDown, ArrowUp, ChevronRight } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { VList, type VListHandle } from 'virtua'
import {
  classNames,
  EmptyState,
  Icon,
  JsonView,
  PaneFooter,
  PaneHeader,
  RevealText,
  SearchField,
  VisuallyHidden,
} from '../../kit/index.ts'
import { useFormats } from '../../lib/formats.ts'
import { useT } from '../../lib/i18n.ts'
import { useServerFrames } from '../../lib/queries/index.ts'
import { QueryStates } from '../../lib/query-states.tsx'
import { useFollowEnd } from './follow-end.ts'
import { matchesFrame, rpcLabel, summarise } from './traffic-rows.ts'

export interface TrafficProps {
  serverId: string
  /** Draws a head of its own, for the right panel. */
  heading?: boolean
}

/** Every message on the wire of a server, as it passes. */
export function Traffic({ serverId, heading = false }: TrafficProps) {
  const t = useT('servers')
  const query = useServerFrames(serverId)
  return (
    <>
      {heading && <PaneHeader kind="side" icon={Activity} title={t('tabs.traffic')} />}
      <QueryStates query={query} lines={8}>
        {(frames) => <Wire frames={frames} />}
      </QueryStates>
    </>
  )
}

function Wire({ frames }: { frames: Frame[] }) {
  const t = useT('servers')
  const [filter, setFilter] = useState('')
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const shown = useMemo(() => {
    const query = filter.trim()
    return query === '' ? frames : frames.filter((frame) => matchesFrame(frame, query))
  }, [frames, filter])
  const list = useRef<VListHandle>(null)
  const follow = useFollowEnd(list, shown.length)
  const toggle = (seq: number): void => {
    const next = new Set(open)
    if (!next.delete(seq)) next.add(seq)
    setOpen(next)
    follow.setFollowing(false)
  }
  return (
    <>
      <div className="border-b border-line px-3 py-2">
        <SearchField label={t('traffic.filter')} value={filter} onValueChange={setFilter} />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          className="flex-1"
          icon={Activity}
          title={t(frames.length === 0 ? 'traffic.none' : 'noMatches')}
          description={frames.length === 0 ? t('traffic.noneNote') : undefined}
        />
      ) : (
        <div className="min-h-0 flex-1">
          <VList ref={list} onScroll={follow.onScroll} className="h-full">
            {shown.map((frame) => (
              <FrameRow
                key={frame.seq}
                frame={frame}
                open={open.has(frame.seq)}
                onToggle={() => toggle(frame.seq)}
                onPair={() => setFilter(rpcLabel(frame))}
              />
            ))}
          </VList>
        </div>
      )}
      <Summary frames={frames} />
    </>
  )
}

function Summary({ frames }: { frames: Frame[] }) {
  const t = useT('servers')
  const { duration } = useFormats()
  const { requests, errors, p50, p95 } = useMemo(() => summarise(frames), [frames])
  const parts = [
    t('traffic.requests', { count: requests }),
    p50 === null ? '' : `p50 ${duration(p50)}`,
    p95 === null ? '' : `p95 ${duration(p95)}`,
    t('traffic.errors', { count: errors }),
  ]
  return (
    <PaneFooter className="tabular-nums">
      {parts.filter((part) => part !== '').join(' · ')}
    </PaneFooter>
  )
}

interface FrameRowProps {
  frame: Frame
  open: boolean
  onToggle: () => void
  onPair: () => void
}

function FrameRow({ frame, open, onToggle, onPair }: FrameRowProps) {
  const t = useT('servers')
  const { exactClock, duration, bytes } = useFormats()
  const bad = frame.kind === 'error' || frame.kind === 'malformed'
  const rpc = rpcLabel(frame)
  return (
    <div className="border-b border-line">
      <div className="relative flex min-h-8 items-center gap-2 px-3 text-small hover:bg-hover">
        <Icon
          icon={frame.direction === 'out' ? ArrowUp : ArrowDown}
          size={14}
          className={
            bad ? 'text-danger' : frame.direction === 'out' ? 'text-accent' : 'text-success'
          }
        />
        <VisuallyHidden>
          {t(frame.direction === 'out' ? 'traffic.sent' : 'traffic.received')}
        </VisuallyHidden>
        <button
          type="button"
          aria-expanded={open}
          onClick={onToggle}
          className={classNames(
            'flex min-w-0 flex-1 items-center gap-1.5 text-left font-mono after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
            bad && 'text-danger',
          )}
        >
          <span className="truncate">
            <FrameName frame={frame} />
          </span>
        </button>
        {rpc !== '' && (
          <button
            type="button"
            title={t('traffic.pair', { id: rpc })}
            aria-label={t('traffic.pair', { id: rpc })}
            onClick={onPair}
            className="relative z-1 max-w-24 shrink-0 truncate rounded-sm px-1 font-mono text-fg-2 hover:bg-active hover:text-fg"
          >
            {rpc}
          </button>
        )}
        {frame.latencyMs !== undefined && (
          <span className="shrink-0 text-fg-2 tabular-nums">{duration(frame.latencyMs)}</span>
        )}
        <span className="shrink-0 text-fg-2 tabular-nums">{exactClock(frame.at)}</span>
        <Icon
          icon={ChevronRight}
          size={12}
          className={classNames('text-fg-3', open && 'rotate-90')}
        />
      </div>
      {open && (
        <div className="border-t border-line bg-sunken">
          <p className="px-3 pt-1.5 text-small text-fg-3">
            {t(`traffic.kind.${frame.kind}`)} · {bytes(frame.bytes)}
            {frame.truncated && ` · ${t('traffic.truncated')}`}
          </p>
          {typeof frame.message === 'string' ? (
            <pre className="px-3 py-2 font-mono text-small">
              <RevealText text={frame.message} />
            </pre>
          ) : (
            <JsonView value={frame.message} label={t('traffic.message')} expandDepth={3} />
          )}
        </div>
      )}
    </div>
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
  }
}
