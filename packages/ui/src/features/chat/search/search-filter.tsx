import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { Button, Combobox, IconButton, Popover, Select, TextField } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useSearchChoices, useServers } from '../../../lib/queries/index.ts'
import {
  dayOf,
  isBackwards,
  keyOfTool,
  nameOfTool,
  toolOf,
  type ChosenFilter,
} from './chosen-filter.ts'

const KINDS = ['user-message', 'assistant-message', 'tool-call'] as const
const SPANS = [
  ['library.timeWeek', 7],
  ['library.timeMonth', 30],
] as const
/** The choice of none in particular. */
const ANY = ''

export interface SearchFilterProps {
  filter: ChosenFilter
  onChange: (filter: ChosenFilter) => void
}

/** Which messages a search is for: whose, of which model, server and tool, on which days. */
export function SearchFilterButton({ filter, onChange }: SearchFilterProps) {
  const t = useT('chat')
  const [open, setOpen] = useState(false)
  const isOn = Object.values(filter).some((value) => value !== undefined)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      align="end"
      title={t('library.filter')}
      trigger={
        <IconButton
          icon={ListFilter}
          label={t(isOn ? 'library.filterOn' : 'library.filter')}
          className={isOn ? 'text-accent' : undefined}
        />
      }
    >
      <div className="flex flex-col gap-2.5">
        <KindAndModel filter={filter} onChange={onChange} />
        <ServerAndTool filter={filter} onChange={onChange} />
        <Days filter={filter} onChange={onChange} />
        <div className="flex justify-end gap-1.5 pt-0.5">
          <Button variant="ghost" disabled={!isOn} onClick={() => onChange({})}>
            {t('library.filters.clear')}
          </Button>
          <Button onClick={() => setOpen(false)}>{t('library.filters.done')}</Button>
        </div>
      </div>
    </Popover>
  )
}

function KindAndModel({ filter, onChange }: SearchFilterProps) {
  const t = useT('chat')
  const { models } = useSearchChoices()
  const { kind, model } = filter
  const listed = model === undefined || models.includes(model) ? models : [model, ...models]
  return (
    <>
      <Select
        label={t('library.kinds')}
        value={kind ?? 'any'}
        onValueChange={(next) => onChange({ ...filter, kind: KINDS.find((one) => one === next) })}
        options={[
          { value: 'any', label: t('library.kindAll') },
          ...KINDS.map((one) => ({ value: one, label: t(`library.kind.${one}`) })),
        ]}
      />
      <Combobox
        label={t('library.filters.model')}
        value={model ?? ANY}
        onValueChange={(next) => onChange({ ...filter, model: next === ANY ? undefined : next })}
        options={[
          { value: ANY, label: t('library.filters.anyModel') },
          ...listed.map((one) => ({ value: one, label: oneLine(one, 80) })),
        ]}
      />
    </>
  )
}

function ServerAndTool({ filter, onChange }: SearchFilterProps) {
  const t = useT('chat')
  const servers = useServers().data ?? []
  const { tools } = useSearchChoices()
  const { serverId, tool } = filter
  const isListed = tool === undefined || toolOf(keyOfTool(tool), tools) !== undefined
  const listed = isListed ? tools : [{ ...tool, title: tool.toolName }, ...tools]
  return (
    <>
      <Combobox
        label={t('library.servers')}
        value={serverId ?? ANY}
        onValueChange={(next) => onChange({ ...filter, serverId: next === ANY ? undefined : next })}
        options={[
          { value: ANY, label: t('library.serverAll') },
          ...servers.map(({ config: { id, name } }) => ({ value: id, label: oneLine(name, 60) })),
        ]}
      />
      <Combobox
        label={t('library.filters.tool')}
        value={tool === undefined ? ANY : keyOfTool(tool)}
        onValueChange={(next) => onChange({ ...filter, tool: toolOf(next, listed) })}
        options={[
          { value: ANY, label: t('library.filters.anyTool') },
          ...listed.map((one) => ({
            value: keyOfTool(one),
            label: nameOfTool(one),
            detail: one.title === one.toolName ? undefined : oneLine(one.title, 60),
          })),
        ]}
      />
    </>
  )
}

function Days({ filter, onChange }: SearchFilterProps) {
  const t = useT('chat')
  const { from, to } = filter
  const field = (label: string, value: string | undefined, key: 'from' | 'to') => (
    <TextField
      type="date"
      // Four digits of a year, as the field is typed.
      max="9999-12-31"
      label={label}
      value={value ?? ''}
      onValueChange={(next) => onChange({ ...filter, [key]: next === '' ? undefined : next })}
      className="flex-1"
    />
  )
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex gap-2">
        {field(t('library.filters.from'), from, 'from')}
        {field(t('library.filters.to'), to, 'to')}
      </div>
      {isBackwards(filter) && (
        <p role="alert" className="text-small text-danger">
          {t('library.filters.backwards')}
        </p>
      )}
      <div className="flex gap-1.5">
        {SPANS.map(([words, days]) => (
          <Button
            key={words}
            size="small"
            variant="ghost"
            onClick={() =>
              onChange({ ...filter, from: dayOf(Date.now(), days - 1), to: undefined })
            }
          >
            {t(words)}
          </Button>
        ))}
      </div>
    </div>
  )
}
