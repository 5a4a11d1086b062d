import type { DataFlowRuleView } from '@gatehouse/domain'
import { Button, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useFlowRules, useServers, useSetFlowRule } from '../../../lib/queries/index.ts'

/** Decisions about text from one server for another: of one server, on either end, or of all. */
export function FlowRules({ serverId }: { serverId?: string }) {
  const t = useT('permissions')
  const isMeant = ({ fromId, toId }: DataFlowRuleView): boolean =>
    serverId === undefined || fromId === serverId || toId === serverId
  const rules = useFlowRules().data?.filter(isMeant) ?? []
  if (rules.length === 0) return null
  return (
    <section data-testid="flow-rules">
      <h2 className="mb-1 text-note font-medium text-fg-2">{t('flows.title')}</h2>
      <ul className="flex flex-col">
        {rules.map((rule) => (
          <Rule key={rule.id} rule={rule} />
        ))}
      </ul>
    </section>
  )
}

function Rule({ rule: { fromId, toId, rule, isVoid } }: { rule: DataFlowRuleView }) {
  const t = useT('permissions')
  const servers = useServers().data ?? []
  const set = useSetFlowRule()
  const nameOf = (id: string): string =>
    oneLine(servers.find(({ config }) => config.id === id)?.config.name ?? t('flows.gone'), 60)
  const to = nameOf(toId)
  const [title, remove] =
    fromId === null
      ? [t('flows.fromFiles', { to }), t('flows.removeFiles', { to })]
      : [
          t('flows.fromTo', { from: nameOf(fromId), to }),
          t('flows.removeOne', { from: nameOf(fromId), to }),
        ]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2">
      <span className="min-w-0 flex-1 text-body break-words">
        <RevealText text={title} />
        <span className="block text-small text-fg-3">
          {isVoid ? t('flows.void') : t(`flows.rule.${rule}`)}
        </span>
      </span>
      <Button
        size="small"
        loading={set.isPending}
        aria-label={remove}
        onClick={() => set.mutate({ fromId, toId, rule: 'ask' })}
      >
        {t('flows.remove')}
      </Button>
    </li>
  )
}
