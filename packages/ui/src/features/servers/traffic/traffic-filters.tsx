import type { Frame } from '@gatehouse/domain'
import { useMemo } from 'react'
import { Button, CopyButton, SearchField, Select } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { methodsOf, noFilter, type FrameFilter } from './traffic-rows.ts'

export interface TrafficFiltersProps {
  frames: readonly Frame[]
  /** Messages that the filter lets through. */
  shown: readonly Frame[]
  filter: FrameFilter
  onChange: (filter: FrameFilter) => void
}

const kinds = ['request', 'response', 'error', 'notification', 'malformed', 'app-request'] as const

/** As wide as its words; smaller ones in the right panel, where the three stand side by side. */
const choice = 'min-w-20 flex-auto @max-sm:[&_button]:text-small'

/** Text, direction, kind and method; what is shown can be copied. */
export function TrafficFilters({ frames, shown, filter, onChange }: TrafficFiltersProps) {
  const t = useT('servers')
  const words = useT('serverPage')
  const methods = useMemo(() => methodsOf(frames), [frames])
  const change = (part: Partial<FrameFilter>): void => onChange({ ...filter, ...part })
  return (
    <div className="@container border-b border-line px-3 py-2">
      <div className="flex flex-wrap items-center gap-1.5">
        <div className="flex basis-full items-center gap-1.5">
          <SearchField
            className="min-w-0 flex-1"
            label={t('traffic.filter')}
            value={filter.text}
            onValueChange={(text) => change({ text })}
          />
          <CopyButton
            label={words('traffic.copyAll')}
            text={() => JSON.stringify(shown, null, 2)}
          />
        </div>
        <Select<FrameFilter['direction']>
          className={choice}
          label={words('traffic.direction')}
          labelHidden
          value={filter.direction}
          onValueChange={(direction) => change({ direction })}
          options={[
            { value: 'all', label: words('traffic.bothDirections') },
            { value: 'out', label: words('traffic.sent') },
            { value: 'in', label: words('traffic.received') },
          ]}
        />
        <Select<FrameFilter['kind']>
          className={choice}
          label={words('traffic.kind')}
          labelHidden
          value={filter.kind}
          onValueChange={(kind) => change({ kind })}
          options={[
            { value: 'all', label: words('traffic.anyKind') },
            ...kinds.map((value) => ({ value, label: t(`traffic.kind.${value}`) })),
            { value: 'view', label: t('traffic.ofViews') },
          ]}
        />
        <Select
          className={choice}
          label={words('traffic.method')}
          labelHidden
          value={filter.method}
          onValueChange={(method) => change({ method })}
          options={[
            { value: 'all', label: words('traffic.anyMethod') },
            ...methods.map((value) => ({ value, label: value })),
          ]}
        />
        {filter !== noFilter && (
          <Button size="small" variant="ghost" onClick={() => onChange(noFilter)}>
            {words('traffic.clear')}
          </Button>
        )}
      </div>
    </div>
  )
}
