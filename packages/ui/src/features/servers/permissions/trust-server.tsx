import type { ConnectionState, GrantView, Tool } from '@gatehouse/domain'
import { declaredEffect } from '@gatehouse/domain/approvals'
import { Button, Callout, Switch } from '../../../kit/index.ts'
import { useModeWords } from '../../../lib/words/mode-words.ts'
import { useGrantActions } from '../../../lib/queries/index.ts'

interface TrustServerProps {
  serverId: string
  status: ConnectionState['status']
  /** All of this server. */
  grants: readonly GrantView[]
  /** The tools that models are offered; `undefined` while that is not known. */
  tools: readonly Tool[] | undefined
}

/** For a server that the person trusts: what it declares for its tools counts, in chats whose mode asks for it. */
export function TrustServer(props: TrustServerProps) {
  const { serverId, status, grants, tools = [] } = props
  const t = useModeWords()
  const { trust, distrust } = useGrantActions()
  const trusted = grants.filter(({ scope, mark }) => scope.kind === 'by-mode' && mark !== 'ask')
  const isOn = trusted.some(({ mark }) => mark === undefined)
  const isVoid = trusted.some(({ voided }) => voided === 'server-changed')
  const left = tools.filter(({ name }) => {
    const own = grants.find(({ scope, toolName }) => scope.kind === 'by-mode' && toolName === name)
    return own?.mark !== 'ask' && own?.voided !== null
  }).length
  const undeclared = tools.filter((tool) => {
    const mark = grants.find(
      (one) => one.scope.kind === 'by-mode' && one.toolName === tool.name,
    )?.mark
    return declaredEffect({ annotations: tool.annotations, mark }) === 'undeclared'
  }).length
  const review = () => trust.mutate({ serverId })
  const again = (
    <Button size="small" loading={trust.isPending} onClick={review}>
      {t('trust.again')}
    </Button>
  )
  return (
    <section className="flex flex-col gap-2 rounded-lg border border-line bg-card px-4 py-3">
      <Switch
        label={t('trust.label')}
        description={t('trust.note')}
        checked={isOn}
        disabled={trust.isPending || distrust.isPending || (!isOn && tools.length === 0)}
        onCheckedChange={(on) => (on ? review() : distrust.mutate({ serverId }))}
      />
      <p className="text-small text-fg-2">
        {tools.length === 0
          ? t(`trust.${whyNoTools(status, props.tools)}`)
          : isOn &&
            t('trust.on', { count: trusted.filter(({ voided }) => voided === null).length })}
      </p>
      {isOn && undeclared > 0 && (
        <p className="text-small text-fg-2">{t('trust.undeclared', { count: undeclared })}</p>
      )}
      {isVoid ? (
        <Callout tone="warning" actions={again}>
          {t('trust.void')}
        </Callout>
      ) : (
        isOn && left > 0 && <Callout actions={again}>{t('trust.left', { count: left })}</Callout>
      )}
    </section>
  )
}

/** The reason for which no tool is listed: one that runs and has responded has none. */
function whyNoTools(status: ConnectionState['status'], tools: readonly Tool[] | undefined) {
  if (status === 'ready') return tools ? 'none' : 'unknown'
  return status === 'starting' ? 'unknown' : 'notYet'
}
