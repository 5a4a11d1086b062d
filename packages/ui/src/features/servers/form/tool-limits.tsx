import { toolDisplayName } from '@gatehouse/domain'
import { X } from 'lucide-react'
import { IconButton, RevealText, Select, TextField } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useServerTools } from '../../../lib/queries/index.ts'
import type { BehaviourFieldsProps, ToolLimitRow } from './behaviour-form.ts'
import { newKey } from './server-form-state.ts'

/** Tools that may take longer, or less long, than the others of their server. */
export function ToolLimits(props: BehaviourFieldsProps & { serverId: string }) {
  const { form, onChange, serverId } = props
  const t = useT('serverPage')
  const tools = useServerTools(serverId).data ?? []
  const rest = tools.filter(({ name }) => form.tools.every(({ tool }) => tool !== name))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-note font-medium text-fg-2">{t('behaviour.tools')}</legend>
      {form.tools.map((row) => (
        <Row key={row.key} {...props} row={row} />
      ))}
      {rest.length > 0 && (
        <Select
          className="max-w-72"
          label={t('behaviour.addTool')}
          labelHidden
          placeholder={t('behaviour.addTool')}
          value={null}
          onValueChange={(tool) =>
            onChange({ tools: [...form.tools, { key: newKey(), tool, silence: '', total: '' }] })
          }
          options={rest.map((tool) => ({ value: tool.name, label: toolDisplayName(tool) }))}
        />
      )}
      {tools.length === 0 && form.tools.length === 0 && (
        <p className="text-small text-fg-3">{t('behaviour.noTools')}</p>
      )}
    </fieldset>
  )
}

function Row({ form, onChange, issues, row }: BehaviourFieldsProps & { row: ToolLimitRow }) {
  const t = useT('serverPage')
  const change = (part: Partial<ToolLimitRow>): void =>
    onChange({ tools: form.tools.map((one) => (one.key === row.key ? { ...one, ...part } : one)) })
  const words = (field: 'silence' | 'total') => {
    const issue = issues.get(`${row.key} ${field}`)
    return issue && t(`behaviour.issue.${issue}`)
  }
  return (
    <div className="flex flex-wrap items-start gap-x-2 gap-y-1">
      <span className="min-w-32 flex-[2] truncate pt-1.5 font-mono text-small">
        <RevealText text={row.tool} wrap={false} />
      </span>
      {(['silence', 'total'] as const).map((field) => (
        <TextField
          key={field}
          className="min-w-28 flex-1"
          label={t(`behaviour.${field}Of`, { tool: row.tool })}
          labelHidden
          inputMode="numeric"
          placeholder={t(`behaviour.${field}Short`)}
          value={row[field]}
          error={words(field)}
          onValueChange={(value) => change({ [field]: value })}
        />
      ))}
      <IconButton
        icon={X}
        label={t('behaviour.removeTool', { tool: row.tool })}
        onClick={() => onChange({ tools: form.tools.filter(({ key }) => key !== row.key) })}
      />
    </div>
  )
}
