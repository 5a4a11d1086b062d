import type { LogLine } from '@gatehouse/domain'
import { ScrollText } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { VList, type VListHandle } from 'virtua'
import {
  classNames,
  CopyButton,
  EmptyState,
  RevealText,
  SearchField,
  Select,
  Switch,
} from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useServerLogs } from '../../../lib/queries/index.ts'
import { QueryStates } from '../../../lib/queries/query-states.tsx'
import { useStickListToBottom } from '../../../lib/chats/stick-to-bottom.ts'

const levels = ['debug', 'info', 'warning', 'error'] as const
type Level = (typeof levels)[number]

const levelTone: Record<Level, string> = {
  debug: 'text-fg-3',
  info: 'text-fg-2',
  warning: 'text-warning',
  error: 'text-danger',
}

/** Output and log lines of a server, as they come. */
export function ServerLogs({ serverId }: { serverId: string }) {
  const query = useServerLogs(serverId)
  return (
    <QueryStates query={query} lines={10}>
      {(lines) => <Log lines={lines} />}
    </QueryStates>
  )
}

function Log({ lines }: { lines: LogLine[] }) {
  const t = useT('servers')
  const [level, setLevel] = useState<Level>('debug')
  const [filter, setFilter] = useState('')
  const shown = useMemo(() => {
    const query = filter.trim().toLowerCase()
    const least = levels.indexOf(level)
    return lines.filter(
      (line) => levels.indexOf(line.level) >= least && line.text.toLowerCase().includes(query),
    )
  }, [lines, level, filter])
  const list = useRef<VListHandle>(null)
  const follow = useStickListToBottom(list, shown)
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2">
        <Select<Level>
          className="w-40"
          label={t('logs.level')}
          labelHidden
          value={level}
          onValueChange={setLevel}
          options={levels.map((value) => ({ value, label: t(`logs.from.${value}`) }))}
        />
        <SearchField
          className="min-w-40 flex-1"
          label={t('logs.search')}
          value={filter}
          onValueChange={setFilter}
        />
        <Switch
          className="items-center"
          label={t('logs.follow')}
          checked={follow.following}
          onCheckedChange={follow.setFollowing}
        />
        <CopyButton label={t('logs.copy')} text={() => shown.map((line) => line.text).join('\n')} />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          className="flex-1"
          icon={ScrollText}
          title={t(lines.length === 0 ? 'logs.none' : 'noMatches')}
          description={lines.length === 0 ? t('logs.noneNote') : undefined}
        />
      ) : (
        <div role="log" aria-label={t('tabs.logs')} aria-live="off" className="min-h-0 flex-1">
          <VList ref={list} onScroll={follow.onScroll} className="h-full py-1" tabIndex={0}>
            {shown.map((line) => (
              <Row key={line.seq} line={line} />
            ))}
          </VList>
        </div>
      )}
    </>
  )
}

function Row({ line }: { line: LogLine }) {
  const t = useT('servers')
  const { exactClock } = useFormats()
  return (
    <div className="grid grid-cols-[5.75rem_4.5rem_3.75rem_minmax(0,1fr)] items-baseline gap-x-3 px-4 py-0.5 text-small hover:bg-hover">
      <span className="font-mono text-fg-3 tabular-nums">{exactClock(line.at)}</span>
      <span className="truncate text-fg-3">{t(`logs.source.${line.source}`)}</span>
      <span className={classNames('truncate', levelTone[line.level])}>
        {t(`logs.levelName.${line.level}`)}
      </span>
      <span className="min-w-0 font-mono text-fg">
        <RevealText text={line.text} />
      </span>
    </div>
  )
}
