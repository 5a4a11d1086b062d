import type { Frame } from '@gatehouse/domain'
import { Activity } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { VList, type VListHandle } from 'virtua'
import { EmptyState, PaneFooter, PaneHeader } from '../../kit/index.ts'
import { useFormats } from '../../lib/formats.ts'
import { useT } from '../../lib/i18n.ts'
import { useServerFrames } from '../../lib/queries/index.ts'
import { QueryStates } from '../../lib/query-states.tsx'
import { FrameRow } from './frame-row.tsx'
import { TrafficFilters } from './traffic-filters.tsx'
import {
  filterFrames,
  noFilter,
  counterpartOf,
  rpcLabel,
  summarise,
  type FrameFilter,
} from './traffic-rows.ts'
import { useFollowListEnd } from '../../lib/follow-end.ts'

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
        {(frames) => <TrafficList frames={frames} />}
      </QueryStates>
    </>
  )
}

function TrafficList({ frames }: { frames: Frame[] }) {
  const t = useT('servers')
  const [filter, setFilter] = useState<FrameFilter>(noFilter)
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const shown = useMemo(() => filterFrames(frames, filter), [frames, filter])
  const list = useRef<VListHandle>(null)
  const follow = useFollowListEnd(list, shown)
  const toggle = (seq: number): void => {
    const next = new Set(open)
    if (!next.delete(seq)) next.add(seq)
    setOpen(next)
    follow.setFollowing(false)
  }
  const goTo = (partner: Frame): void => {
    setOpen(new Set(open).add(partner.seq))
    follow.setFollowing(false)
    const isShown = shown.includes(partner)
    if (!isShown) setFilter(noFilter)
    const place = (isShown ? shown : frames).indexOf(partner)
    // What is drawn changes first.
    requestAnimationFrame(() => list.current?.scrollToIndex(place, { align: 'start' }))
  }
  return (
    <>
      <TrafficFilters frames={frames} shown={shown} filter={filter} onChange={setFilter} />
      {shown.length === 0 ? (
        <EmptyState
          className="flex-1"
          icon={Activity}
          title={t(frames.length === 0 ? 'traffic.none' : 'noMatches')}
          description={frames.length === 0 ? t('traffic.noneNote') : undefined}
        />
      ) : (
        <div className="@container min-h-0 flex-1">
          <VList ref={list} onScroll={follow.onScroll} className="h-full">
            {shown.map((frame) => {
              const isOpen = open.has(frame.seq)
              const partner = isOpen ? counterpartOf(frames, frame) : undefined
              return (
                <FrameRow
                  key={frame.seq}
                  frame={frame}
                  open={isOpen}
                  onToggle={() => toggle(frame.seq)}
                  onPair={() => setFilter({ ...noFilter, text: rpcLabel(frame) })}
                  hasPartner={frame.rpcId === undefined ? undefined : partner !== undefined}
                  onPartner={() => partner && goTo(partner)}
                />
              )
            })}
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
