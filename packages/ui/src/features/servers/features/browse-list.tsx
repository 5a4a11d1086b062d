import type { Icon as ServerPicture } from '@gatehouse/domain'
import { useMemo, useState, type ReactNode } from 'react'
import {
  MAX_WITHOUT_VIRTUAL,
  List,
  ListRow,
  VirtualList,
  PaneBody,
  RevealText,
  SearchField,
  ServerIcon,
} from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'

export interface BrowseEntry {
  /** Unique in the whole list. */
  key: string
  title: string
  /** Distinguishes it from others of the same title. */
  note?: string | undefined
  icons?: readonly ServerPicture[] | undefined
  /** Words that the filter reads besides the title. */
  words: string
  trailing?: ReactNode
}

export interface BrowseGroup {
  label?: string | undefined
  entries: readonly BrowseEntry[]
}

export interface BrowseListProps {
  label: string
  filterLabel: string
  groups: readonly BrowseGroup[]
  selected: string | undefined
  onSelect: (key: string) => void
}

type Row = { heading: string } | { entry: BrowseEntry }

function rowsOf(groups: readonly BrowseGroup[], filter: string): Row[] {
  const query = filter.trim().toLowerCase()
  return groups.flatMap(({ label, entries }): Row[] => {
    const shown = entries.filter(({ title, words }) =>
      `${title} ${words}`.toLowerCase().includes(query),
    )
    if (shown.length === 0) return []
    const rows = shown.map((entry) => ({ entry }))
    return label === undefined ? rows : [{ heading: label }, ...rows]
  })
}

/** A filterable column of what a server offers; only what is in view is drawn when it is long. */
export function BrowseList({ label, filterLabel, groups, selected, onSelect }: BrowseListProps) {
  const t = useT('servers')
  const [filter, setFilter] = useState('')
  const rows = useMemo(() => rowsOf(groups, filter), [groups, filter])
  const draw = (row: Row) =>
    'heading' in row ? (
      <p key={row.heading} className="px-2 pt-2 pb-1 text-small font-semibold text-fg-3">
        {row.heading}
      </p>
    ) : (
      <ListRow
        key={row.entry.key}
        leading={row.entry.icons?.length ? <ServerIcon icons={row.entry.icons} /> : undefined}
        title={<RevealText text={row.entry.title.replace(/\s+/gu, ' ')} wrap={false} />}
        note={
          row.entry.note !== undefined && (
            <RevealText text={row.entry.note.replace(/\s+/gu, ' ')} wrap={false} />
          )
        }
        trailing={row.entry.trailing}
        selected={row.entry.key === selected}
        onClick={() => onSelect(row.entry.key)}
      />
    )
  return (
    <div className="flex w-60 shrink-0 flex-col border-r border-line">
      <div className="px-2 py-2">
        <SearchField label={filterLabel} value={filter} onValueChange={setFilter} />
      </div>
      {rows.length === 0 && <p className="px-3.5 py-2 text-note text-fg-3">{t('noMatches')}</p>}
      {rows.length > MAX_WITHOUT_VIRTUAL ? (
        <VirtualList key={filter} label={label} rows={rows} draw={draw} />
      ) : (
        <PaneBody>
          <List label={label} className="pb-2">
            {rows.map(draw)}
          </List>
        </PaneBody>
      )}
    </div>
  )
}
