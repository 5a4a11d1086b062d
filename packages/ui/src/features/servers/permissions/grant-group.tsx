import type { GrantView, Tool } from '@gatehouse/domain'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Badge, Button, classNames, Icon } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useNow } from '../../../lib/formats/now.ts'
import { useGrantActions } from '../../../lib/queries/index.ts'
import { GrantRow, GrantUsage } from './grant-row.tsx'

interface GrantGroupProps {
  /** Not empty, all of one server. */
  grants: readonly GrantView[]
  tools: readonly Tool[] | undefined
  /** The permission that the person came for. */
  selected: string | null
}

/** The tools that were allowed together as read-only: one row, and each of them below it when opened. */
export function GrantGroup({ grants, tools, selected }: GrantGroupProps) {
  const t = useT('permissions')
  const { brief, moment } = useFormats()
  const now = useNow(60_000)
  const { revokeReadOnly } = useGrantActions()
  const [open, setOpen] = useState(() => grants.some(({ id }) => id === selected))
  const voided = grants.filter((grant) => grant.voided !== null).length
  const uses = grants.reduce((sum, grant) => sum + grant.uses, 0)
  const last = Math.max(...grants.map(({ lastUsedAt }) => lastUsedAt ?? 0))
  const since = Math.max(...grants.map(({ createdAt }) => createdAt))
  const serverId = grants[0]?.serverId ?? ''
  return (
    <>
      <tr className="border-b border-line align-top last:border-b-0">
        <td className="py-2 pr-3">
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="inline-flex items-center gap-1 rounded-sm text-left font-semibold"
          >
            <Icon
              icon={ChevronRight}
              size={14}
              className={classNames('transition-transform duration-100', open && 'rotate-90')}
            />
            {t('group', { count: grants.length })}
          </button>
          {voided > 0 && (
            <Badge tone="warning" className="ml-1.5 align-middle">
              {t('groupVoid', { count: voided })}
            </Badge>
          )}
        </td>
        <td className="py-2 pr-3">{t('where.always')}</td>
        <td className="py-2 pr-3 text-fg-2">
          <time title={moment(since)}>{brief(since, now)}</time>
        </td>
        <td className="py-2 pr-3 text-fg-2">
          <GrantUsage uses={uses} lastUsedAt={last === 0 ? null : last} />
        </td>
        <td className="py-1.5">
          <Button
            size="small"
            variant="danger-quiet"
            loading={revokeReadOnly.isPending}
            aria-label={t('revokeGroup')}
            onClick={() => revokeReadOnly.mutate({ serverId })}
          >
            {t('revoke')}
          </Button>
        </td>
      </tr>
      {open &&
        grants.map((grant) => (
          <GrantRow
            key={grant.id}
            grant={grant}
            tool={tools?.find(({ name }) => name === grant.toolName)}
            selected={grant.id === selected}
            nested
          />
        ))}
    </>
  )
}
