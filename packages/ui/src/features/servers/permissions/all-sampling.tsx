import { Button, RevealText, ServerName } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import {
  useSamplingPolicies,
  useServers,
  useSetSamplingPolicy,
} from '../../../lib/queries/index.ts'
import { useSamplingRuleWords } from '../../../lib/words/sampling-rule-words.ts'
import { useUi } from '../../../lib/ui-store.tsx'

/** The servers with a sampling policy of their own, and the way to end those that allow something. */
export function AllSampling() {
  const t = useT('permissions')
  const ruleWords = useSamplingRuleWords()
  const servers = useServers().data ?? []
  const policies = useSamplingPolicies().data?.filter(({ since }) => since !== null) ?? []
  const set = useSetSamplingPolicy()
  const openServer = useUi((ui) => ui.openServer)
  if (policies.length === 0) return null
  return (
    <section data-testid="all-sampling">
      <h2 className="mb-1 text-note font-medium text-fg-2">{t('sampling.everywhere')}</h2>
      <ul className="flex flex-col">
        {policies.map(({ serverId, rule, isVoid, usage }) => {
          const config = servers.find((one) => one.config.id === serverId)?.config
          if (!config) return null
          return (
            <li
              key={serverId}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2"
            >
              <button
                type="button"
                aria-label={t('open', { server: config.name })}
                onClick={() => openServer(serverId, 'permissions')}
                className="max-w-48 rounded-sm hover:underline"
              >
                <ServerName hue={config.hue}>
                  <RevealText text={config.name} wrap={false} />
                </ServerName>
              </button>
              <span className="min-w-0 flex-1 text-body">
                <RevealText text={ruleWords(rule)} />
                <span className="block text-small text-fg-3">
                  {isVoid ? t('sampling.void') : t('sampling.used', { count: usage.tokens })}
                </span>
              </span>
              {rule.kind !== 'never' && (
                <Button
                  size="small"
                  variant="danger-quiet"
                  loading={set.isPending}
                  aria-label={t('sampling.revokeOne', { server: config.name })}
                  onClick={() => set.mutate({ serverId, rule: { kind: 'ask-both' } })}
                >
                  {t('sampling.revoke')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
