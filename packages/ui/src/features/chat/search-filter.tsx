import type { SearchFilter } from '@gatehouse/domain/chats'
import { ListFilter } from 'lucide-react'
import { IconButton, Menu, type MenuEntry } from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'
import { oneLine } from '../../lib/one-line.ts'
import { useServers } from '../../lib/queries/index.ts'

const DAY = 86_400_000
const KINDS = ['user-message', 'assistant-message', 'tool-call'] as const

/** What a person chose; the days are counted when it is searched. */
export interface ChosenFilter extends Pick<SearchFilter, 'kind' | 'serverId'> {
  days?: number | undefined
}

/** As it is searched for now, to the hour: a search that is the same is not asked again. */
export function filterAt({ days, ...filter }: ChosenFilter, now: number): SearchFilter {
  const hour = 3_600_000
  return { ...filter, ...(days ? { since: Math.floor((now - days * DAY) / hour) * hour } : {}) }
}

interface SearchFilterMenuProps {
  filter: ChosenFilter
  onChange: (filter: ChosenFilter) => void
}

/** Which messages a search is for: whose, since when, of which server. */
export function SearchFilterMenu({ filter, onChange }: SearchFilterMenuProps) {
  const t = useT('chat')
  const servers = useServers().data ?? []
  const isOn = Object.values(filter).some((value) => value !== undefined)
  const choice = (label: string, more: ChosenFilter, checked: boolean): MenuEntry => ({
    kind: 'check',
    closes: true,
    label,
    checked,
    onCheckedChange: () => onChange({ ...filter, ...more }),
  })
  const { kind, days, serverId } = filter
  const times = [
    { label: t('library.timeAll'), value: undefined },
    { label: t('library.timeWeek'), value: 7 },
    { label: t('library.timeMonth'), value: 30 },
  ]
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          icon={ListFilter}
          label={t(isOn ? 'library.filterOn' : 'library.filter')}
          className={isOn ? 'text-accent' : undefined}
        />
      }
      entries={[
        {
          kind: 'group',
          label: t('library.kinds'),
          entries: [
            choice(t('library.kindAll'), { kind: undefined }, kind === undefined),
            ...KINDS.map((one) => choice(t(`library.kind.${one}`), { kind: one }, kind === one)),
          ],
        },
        {
          kind: 'group',
          label: t('library.times'),
          entries: times.map(({ label, value }) => choice(label, { days: value }, days === value)),
        },
        {
          kind: 'group',
          label: t('library.servers'),
          entries: [
            choice(t('library.serverAll'), { serverId: undefined }, serverId === undefined),
            ...servers.map(({ config: { id, name } }) =>
              choice(oneLine(name, 60), { serverId: id }, serverId === id),
            ),
          ],
        },
      ]}
    />
  )
}
