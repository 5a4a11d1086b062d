import { isVisibleToModel, type ServerView } from '@gatehouse/domain'
import { ShieldCheck } from 'lucide-react'
import { Button, EmptyState, PaneBody, RevealText } from '../../../kit/index.ts'
import { useFocusAfterRemoval } from '../../../lib/keys/focus-after-removal.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useGrantActions, useGrants, useServerTools } from '../../../lib/queries/index.ts'
import { QueryStates } from '../../../lib/queries/query-states.tsx'
import { ToolsNeedingApproval } from './tools-needing-approval.tsx'
import { FlowRules } from './flow-rules.tsx'
import { GrantsTable } from './grants-table.tsx'
import { TrustServer } from './trust-server.tsx'
import { SamplingPolicy } from './sampling-policy.tsx'
import { useFormats } from '../../../lib/formats/formats.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useForgetFormValues, useSavedFormValues } from '../../../lib/queries/form-values.ts'

/** Names that are listed; there can be a hundred. */
const NAMED = 12

/** Permissions of one server: what runs without asking, what is asked about, and the ways to change that. */
export function ServerPermissions({ view }: { view: ServerView }) {
  const t = useT('permissions')
  const { id } = view.config
  const { status } = view.connection
  const query = useGrants({ recheck: true })
  const tools = useServerTools(id).data?.filter(isVisibleToModel)
  const { revokeAll } = useGrantActions()
  const focus = useFocusAfterRemoval<HTMLElement>()
  return (
    <PaneBody label={t('title')} column className="flex flex-col gap-6 py-5">
      <QueryStates query={query}>
        {(all) => {
          const own = all.filter((grant) => grant.serverId === id)
          const grants = own.filter(({ scope }) => scope.kind !== 'by-mode')
          return (
            <>
              <section {...focus} role="group" aria-label={t('title')} data-testid="server-grants">
                {grants.length === 0 ? (
                  <EmptyState icon={ShieldCheck} title={t('none')} description={t('noneNote')} />
                ) : (
                  <>
                    <div className="mb-1 flex items-center gap-3">
                      <p className="min-w-0 flex-1 text-small text-fg-3">{t('bound')}</p>
                      <Button
                        size="small"
                        variant="danger-quiet"
                        loading={revokeAll.isPending}
                        onClick={() => revokeAll.mutate({ serverId: id })}
                      >
                        {t('revokeAll')}
                      </Button>
                    </div>
                    <GrantsTable label={t('title')} grants={grants} tools={tools} />
                  </>
                )}
              </section>
              <TrustServer serverId={id} status={status} grants={own} tools={tools} />
              <FlowRules serverId={id} />
              <SamplingPolicy serverId={id} />
              <RememberedForms serverId={id} serverName={view.config.name} />
              {tools && tools.length > 0 && (
                <ToolsNeedingApproval serverId={id} grants={own} tools={tools} />
              )}
            </>
          )
        }}
      </QueryStates>
    </PaneBody>
  )
}

/** Saved values of a server's forms, by field names, and the way to forget them. */
function RememberedForms({ serverId, serverName }: { serverId: string; serverName: string }) {
  const t = useT('permissions')
  const { moment, list, names } = useFormats()
  const saved = useSavedFormValues().data?.find((one) => one.serverId === serverId)
  const forget = useForgetFormValues()
  if (!saved) return null
  const { fields, savedAt } = saved
  const named = fields.slice(0, NAMED).map((name) => oneLine(name, 60))
  const more = fields.length - named.length
  const time = moment(savedAt)
  const words =
    more > 0
      ? t('forms.fieldsMore', { time, fields: names(named), count: more })
      : t('forms.fields', { time, fields: list(named) })
  return (
    <section data-testid="remembered-forms">
      <h2 className="mb-1 text-note font-medium text-fg-2">{t('forms.title')}</h2>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
        <span className="min-w-0 flex-1 text-body break-words">
          <RevealText text={words} />
        </span>
        <Button
          size="small"
          variant="danger-quiet"
          loading={forget.isPending}
          aria-label={t('forms.forgetOne', { server: oneLine(serverName, 60) })}
          onClick={() => forget.mutate({ serverId })}
        >
          {t('forms.forget')}
        </Button>
      </div>
    </section>
  )
}
