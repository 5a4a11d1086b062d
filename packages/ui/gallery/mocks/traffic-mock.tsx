import { Activity, ArrowDown, ArrowUp, CircleDot, ListFilter } from 'lucide-react'
import { Icon, IconButton, PaneBody, PaneFooter, PaneHeader } from '../../src/kit/index.ts'
import { useLocalText } from '../story.tsx'

const frames = [
  { out: true, method: 'prompts/get', note: 'literature_review', at: '14:05:21.114' },
  { out: false, method: 'result', note: '#41 · 31 ms', at: '14:05:21.145' },
  { out: true, method: 'completion/complete', note: 'collection: agent', at: '14:05:19.802' },
  { out: false, method: 'result', note: '#40 · 31 ms', at: '14:05:19.833' },
  { out: true, method: 'tools/list', note: 'page 1', at: '14:04:58.201' },
  { out: false, method: 'result', note: '#39 · 18 ms', at: '14:04:58.219' },
] as const

export function TrafficMock() {
  const localized = useLocalText()
  return (
    <>
      <PaneHeader
        kind="side"
        icon={Activity}
        title={localized('Traffic', '流量')}
        actions={
          <>
            <IconButton icon={ListFilter} label={localized('Filter', '筛选')} />
            <IconButton icon={CircleDot} label={localized('Record', '录制')} />
          </>
        }
      />
      <PaneBody label={localized('Messages on the wire', '线路上的消息')}>
        <ul className="divide-y divide-line border-b border-line">
          {frames.map((frame) => (
            <li key={frame.at} className="flex items-center gap-2.5 px-3.5 py-1.5">
              <Icon
                icon={frame.out ? ArrowUp : ArrowDown}
                size={14}
                className={frame.out ? 'text-accent' : 'text-success'}
              />
              <span className="sr-only">
                {frame.out ? localized('sent', '发出') : localized('received', '收到')}
              </span>
              <span className="min-w-0 flex-1 truncate font-mono text-small">
                {frame.method} <span className="text-fg-3">{frame.note}</span>
              </span>
              <span className="text-micro text-fg-3 tabular-nums">{frame.at}</span>
            </li>
          ))}
        </ul>
      </PaneBody>
      <PaneFooter>
        {localized(
          '41 requests · p50 24 ms · p95 212 ms · 0 errors',
          '41 个请求 · p50 24 毫秒 · p95 212 毫秒 · 0 个错误',
        )}
      </PaneFooter>
    </>
  )
}
