import {
  isAllowedAsReadOnly,
  type ConnectionState,
  type GrantView,
  type Tool,
} from '@gatehouse/domain'
import { Button, Callout, Switch } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useT } from '../../../lib/i18n.ts'
import { useGrantActions } from '../../../lib/queries/index.ts'

interface ReadOnlySwitchProps {
  serverId: string
  status: ConnectionState['status']
  /** All of this server. */
  grants: readonly GrantView[]
  /** What models are offered; `undefined` while that is not known. */
  tools: readonly Tool[] | undefined
}

/** For a server that the person trusts: all tools that it declares read-only, allowed at once. */
export function ReadOnlySwitch(props: ReadOnlySwitchProps) {
  const { serverId, status, grants, tools = [] } = props
  const t = useT('permissions')
  const { number } = useFormats()
  const { allowReadOnly, revokeReadOnly } = useGrantActions()
  const group = grants.filter((grant) => grant.group === 'read-only')
  const declared = tools.filter(isAllowedAsReadOnly)
  const isOn = group.length > 0
  const isVoid = group.some(({ voided }) => voided === 'server-changed')
  const left = declared.filter(({ name }) => !isAlwaysAllowed(grants, name)).length
  const review = () => allowReadOnly.mutate({ serverId })
  const reviewButton = (
    <Button size="small" loading={allowReadOnly.isPending} onClick={review}>
      {t('readOnly.again')}
    </Button>
  )
  return (
    <section className="flex flex-col gap-2 rounded-lg border border-line bg-card px-4 py-3">
      <Switch
        label={t('readOnly.label')}
        description={t('readOnly.note')}
        checked={isOn}
        disabled={
          allowReadOnly.isPending || revokeReadOnly.isPending || (!isOn && declared.length === 0)
        }
        onCheckedChange={(on) => (on ? review() : revokeReadOnly.mutate({ serverId }))}
      />
      <p className="text-small text-fg-2">
        {tools.length === 0
          ? t(`readOnly.${whyNoTools(status, props.tools)}`)
          : declared.length === 0
            ? t('readOnly.nothing')
            : t('readOnly.count', { count: declared.length, all: number(tools.length) })}
      </p>
      {isVoid ? (
        <Callout tone="warning" actions={reviewButton}>
          {t('readOnly.voidAll')}
        </Callout>
      ) : (
        isOn &&
        left > 0 && <Callout actions={reviewButton}>{t('readOnly.left', { count: left })}</Callout>
      )}
    </section>
  )
}

/** Why no tool is listed: one that runs and has responded has none. */
function whyNoTools(status: ConnectionState['status'], tools: readonly Tool[] | undefined) {
  if (status === 'ready') return tools ? 'none' : 'unknown'
  return status === 'starting' ? 'unknown' : 'notYet'
}

/** Whether a permission that holds allows the tool in all chats. */
export function isAlwaysAllowed(grants: readonly GrantView[], toolName: string): boolean {
  return grants.some(
    (grant) =>
      grant.toolName === toolName && grant.scope.kind === 'always' && grant.voided === null,
  )
}
