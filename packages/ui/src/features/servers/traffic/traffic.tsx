import type { Frame } from '@gatehouse/domain'
import { Activity } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { VList, type VListHandle } from 'virtua'
import { Callout, EmptyState, PaneFooter, PaneHeader } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useServerFrames } from '../../../lib/queries/index.ts'
import { QueryStates } from '../../../lib/queries/query-states.tsx'
import { useUi } from '../../../lib/ui-store.tsx'
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
import { useStickListToBottom } from '../../../lib/chats/stick-to-bottom.ts'

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
        {(frames) => <TrafficList serverId={serverId} frames={frames} takesPlace={!heading} />}
      </QueryStates>
    </>
  )
}

interface TrafficListProps {
  serverId: string
  frames: Frame[]
  /** Shows the message that was asked for elsewhere. */
  takesPlace: boolean
}

function TrafficList({ serverId, frames, takesPlace }: TrafficListProps) {
  const t = useT('servers')
  const words = useT('serverPage')
  const [filter, setFilter] = useState<FrameFilter>(noFilter)
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const shown = useMemo(() => filterFrames(frames, filter), [frames, filter])
  const list = useRef<VListHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ seq: number; isKept: boolean } | null>(null)
  const follow = useStickListToBottom(list, shown)
  const toggle = (seq: number): void => {
    const next = new Set(open)
    if (!next.delete(seq)) next.add(seq)
    setOpen(next)
    follow.setFollowing(false)
  }
  const goTo = (pairedMessage: Frame): void => {
    setOpen(new Set(open).add(pairedMessage.seq))
    follow.setFollowing(false)
    const isShown = shown.includes(pairedMessage)
    if (!isShown) setFilter(noFilter)
    const index = (isShown ? shown : frames).indexOf(pairedMessage)
    // What is drawn changes first.
    requestAnimationFrame(() => list.current?.scrollToIndex(index, { align: 'start' }))
  }
  const goToPlace = (seq: number): void => {
    const frame = frames.find((one) => one.seq === seq)
    setPlace({ seq, isKept: frame !== undefined })
    if (!frame) return
    goTo(frame)
    // The row is there once it was scrolled to.
    afterFrames(2, () =>
      box.current?.querySelector<HTMLElement>(`[data-frame="${seq}"] button`)?.focus(),
    )
  }
  useFramePlace(takesPlace ? serverId : null, goToPlace)
  return (
    <>
      {place?.isKept === false && (
        <Callout tone="warning" role="status" className="m-3" title={words('traffic.gone')}>
          {words('traffic.goneNote')}
        </Callout>
      )}
      <TrafficFilters frames={frames} shown={shown} filter={filter} onChange={setFilter} />
      {shown.length === 0 ? (
        <EmptyState
          className="flex-1"
          icon={Activity}
          title={t(frames.length === 0 ? 'traffic.none' : 'noMatches')}
          description={frames.length === 0 ? t('traffic.noneNote') : undefined}
        />
      ) : (
        <div ref={box} className="@container min-h-0 flex-1">
          <VList ref={list} onScroll={follow.onScroll} className="h-full">
            {shown.map((frame) => {
              const isOpen = open.has(frame.seq)
              const pairedMessage = isOpen ? counterpartOf(frames, frame) : undefined
              return (
                <FrameRow
                  key={frame.seq}
                  frame={frame}
                  open={isOpen}
                  selected={place?.seq === frame.seq}
                  onToggle={() => toggle(frame.seq)}
                  onPair={() => setFilter({ ...noFilter, text: rpcLabel(frame) })}
                  hasPairedMessage={
                    frame.rpcId === undefined ? undefined : pairedMessage !== undefined
                  }
                  onPairedMessage={() => pairedMessage && goTo(pairedMessage)}
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

/** Hands over the message that the list is to show, each time that one is asked for. */
function useFramePlace(serverId: string | null, show: (seq: number) => void): void {
  const wanted = useUi((ui) => ui.framePlace)
  const take = useUi((ui) => ui.takeFramePlace)
  useEffect(() => {
    if (wanted === null || serverId === null) return
    const seq = take(serverId)
    if (seq !== null) show(seq)
  })
}

function afterFrames(count: number, task: () => void): void {
  requestAnimationFrame(() => (count > 1 ? afterFrames(count - 1, task) : task()))
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
