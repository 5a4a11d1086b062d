import type { GrantView } from '@gatehouse/domain'
import { Badge, Button, RevealText } from '../../kit/index.ts'
import { useBridge } from '../../lib/bridge.tsx'
import { useFormats } from '../../lib/formats.ts'
import { useT } from '../../lib/i18n.ts'
import { useAction, useGrants } from '../../lib/queries/index.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** What the person allowed a server's tools for longer than once; nothing while that is nothing. */
export function ServerGrants({ serverId }: { serverId: string }) {
  const t = useT('serverPage')
  const { cache } = useBridge()
  const all = useGrants().data ?? []
  const refresh = { onSuccess: () => cache.refresh(queryKeys.grants) }
  const revokeAll = useAction('grant.revoke-all', refresh)
  const grants = all.filter((grant) => grant.serverId === serverId)
  if (grants.length === 0) return null
  return (
    <section aria-label={t('grants.title')} data-testid="server-grants">
      <div className="mb-1 flex items-center gap-2">
        <h2 className="flex-1 text-note font-medium text-fg-2">{t('grants.title')}</h2>
        {grants.length > 1 && (
          <Button
            size="small"
            variant="danger-quiet"
            loading={revokeAll.isPending}
            onClick={() => revokeAll.mutate({ serverId })}
          >
            {t('grants.revokeAll')}
          </Button>
        )}
      </div>
      <ul className="border-t border-line">
        {grants.map((grant) => (
          <GrantRow key={grant.id} grant={grant} onRevoked={refresh.onSuccess} />
        ))}
      </ul>
    </section>
  )
}

function GrantRow({ grant, onRevoked }: { grant: GrantView; onRevoked: () => void }) {
  const t = useT('serverPage')
  const { moment, number } = useFormats()
  const { mutate, isPending } = useAction('grant.revoke', { onSuccess: onRevoked })
  const { scope, chatTitle, uses, lastUsedAt, voided, toolName } = grant
  const chat = chatTitle ?? t('grants.goneChat')
  const used =
    lastUsedAt === null
      ? t('grants.unused')
      : t('grants.used', { count: uses, number: number(uses), at: moment(lastUsedAt) })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2">
      <span className="min-w-40 flex-1">
        <span className="flex items-center gap-1.5">
          <RevealText text={toolName} className="font-mono text-small" wrap={false} />
          {voided !== null && <Badge tone="warning">{t('grants.void')}</Badge>}
        </span>
        <span className="block text-small text-fg-2">
          <RevealText text={t(`grants.scope.${scope.kind}`, { chat })} />
        </span>
        <span className="block text-small text-fg-3">
          {[t('grants.given', { at: moment(grant.createdAt) }), used].join(' · ')}
        </span>
        {voided !== null && (
          <span className="block text-small text-fg-2">{t(`grants.voided.${voided}`)}</span>
        )}
        <span className="block font-mono text-small break-all text-fg-3">
          {t('grants.definition', { hash: shortHash(grant.definitionHash) })}
        </span>
      </span>
      <Button
        size="small"
        variant="danger-quiet"
        loading={isPending}
        aria-label={t('grants.revokeOne', { tool: toolName })}
        onClick={() => mutate({ id: grant.id })}
      >
        {t('grants.revoke')}
      </Button>
    </li>
  )
}

/** Enough of a hash to compare by eye. */
function shortHash(hash: string): string {
  return hash.length > 16 ? `${hash.slice(0, 16)}…` : hash
}
