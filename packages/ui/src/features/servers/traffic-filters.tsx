import type { Frame } from '@gatehouse/domain'
import { useMemo } from 'react'
import { Button, CopyButton, SearchField, Select } from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'
import { methodsOf, noFilter, type FrameFilter } from './traffic-rows.ts'

export interface TrafficFiltersProps {
  frames: readonly Frame[]
  /** What the filter lets through. */
  shown: readonly Frame[]
  filter: FrameFilter
  onChange: (filter: FrameFilter) => void
}

const kinds = ['request', 'response', 'error', 'notification', 'malformed'] as const

/** Text, direction, kind and method; what is shown can be copied. */
export function TrafficFilters({ frames, shown, filter, onChange }: TrafficFiltersProps) {
  const t = useT('servers')
  const words = useT('serverPage')
  const methods = useMemo(() => methodsOf(frames), [frames])
  const change = (part: Partial<FrameFilter>): void => onChange({ ...filter, ...part })
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
      <SearchField
        className="min-w-40 flex-1 basis-full"
        label={t('traffic.filter')}
        value={filter.text}
        onValueChange={(text) => change({ text })}
      />
      <Select<FrameFilter['direction']>
        className="min-w-24 flex-1"
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
        className="min-w-24 flex-1"
        label={words('traffic.kind')}
        labelHidden
        value={filter.kind}
        onValueChange={(kind) => change({ kind })}
        options={[
          { value: 'all', label: words('traffic.anyKind') },
          ...kinds.map((value) => ({ value, label: t(`traffic.kind.${value}`) })),
        ]}
      />
      <Select
        className="min-w-24 flex-1"
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
      <CopyButton label={words('traffic.copyAll')} text={() => JSON.stringify(shown, null, 2)} />
    </div>
  )
}
