import type { GrantView, Tool } from '@gatehouse/domain'
import { useState } from 'react'
import { useT } from '../../../lib/words/i18n.ts'
import { useUiStore } from '../../../lib/ui-store.tsx'
import { GrantGroup } from './grant-group.tsx'
import { GrantRow } from './grant-row.tsx'

interface GrantsTableProps {
  /** Accessible name: of one server's table, or of which server's it is. */
  label: string
  grants: readonly GrantView[]
  /** The server's present tools, for titles. */
  tools?: readonly Tool[] | undefined
}

/** Grants at one server: subject, scope, age, use, and the way to revoke them. */
export function GrantsTable({ label, grants, tools }: GrantsTableProps) {
  const t = useT('permissions')
  const store = useUiStore()
  // What was looked for from a call's card is shown once.
  const [selected] = useState(() => store.getState().takeGrant())
  const isOfSwitch = ({ group, scope }: GrantView) =>
    group === 'read-only' && scope.kind === 'always'
  const single = grants.filter((grant) => !isOfSwitch(grant))
  const readOnly = grants.filter(isOfSwitch)
  const head = 'py-1.5 pr-3 font-medium'
  return (
    <table aria-label={label} className="w-full border-b border-line text-left text-body">
      <thead>
        <tr className="border-b border-line text-small text-fg-3">
          <th className={`${head} w-[30%]`}>{t('columns.tool')}</th>
          <th className={head}>{t('columns.where')}</th>
          <th className={head}>{t('columns.since')}</th>
          <th className={head}>{t('columns.used')}</th>
          <th className="w-0 py-1.5">
            <span className="sr-only">{t('columns.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {single.map((grant) => (
          <GrantRow
            key={grant.id}
            grant={grant}
            tool={tools?.find(({ name }) => name === grant.toolName)}
            selected={grant.id === selected}
          />
        ))}
        {readOnly.length > 0 && <GrantGroup grants={readOnly} tools={tools} selected={selected} />}
      </tbody>
    </table>
  )
}
