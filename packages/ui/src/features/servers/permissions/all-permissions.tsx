import { ShieldCheck } from 'lucide-react'
import { Button, EmptyState, RevealText, ServerName } from '../../../kit/index.ts'
import { useFocusAfterRemoval } from '../../../lib/keys/focus-after-removal.ts'
import { useT } from '../../../lib/words/i18n.ts'
import {
  useGrantActions,
  useGrants,
  useServers,
  useAction,
  useSettings,
} from '../../../lib/queries/index.ts'
import { QueryStates } from '../../../lib/queries/query-states.tsx'
import { useUi } from '../../../lib/ui-store.tsx'
import { AllSampling } from './all-sampling.tsx'
import { FlowRules } from './flow-rules.tsx'
import { GrantsTable } from './grants-table.tsx'
import { useFormats } from '../../../lib/formats/formats.ts'

/** Standing permissions of all servers, by server. */
export function AllPermissions() {
  const t = useT('permissions')
  const servers = useServers().data ?? []
  const openServer = useUi((ui) => ui.openServer)
  const { revokeAll } = useGrantActions()
  const focus = useFocusAfterRemoval<HTMLDivElement>()
  return (
    <div {...focus} role="group" aria-label={t('title')} className="flex flex-col gap-6">
      <QueryStates query={useGrants({ recheck: true })}>
        {(all) => {
          const grants = all.filter(({ scope }) => scope.kind !== 'by-mode')
          return grants.length === 0 ? (
            <EmptyState icon={ShieldCheck} title={t('none')} description={t('noneAnywhere')} />
          ) : (
            <>
              <div className="flex items-center gap-3">
                <p className="min-w-0 flex-1 text-small text-fg-3">{t('bound')}</p>
                <Button
                  size="small"
                  variant="danger-quiet"
                  loading={revokeAll.isPending}
                  onClick={() => revokeAll.mutate({ serverId: null })}
                >
                  {t('revokeAll')}
                </Button>
              </div>
              {servers.map(({ config: { id, name, hue } }) => {
                const own = grants.filter(({ serverId }) => serverId === id)
                if (own.length === 0) return null
                return (
                  <section key={id} aria-label={name} data-testid="grants-of-server">
                    <h2 className="mb-1">
                      <button
                        type="button"
                        aria-label={t('open', { server: name })}
                        onClick={() => openServer(id, 'permissions')}
                        className="max-w-full rounded-sm hover:underline"
                      >
                        <ServerName hue={hue}>
                          <RevealText text={name} wrap={false} />
                        </ServerName>
                      </button>
                    </h2>
                    <GrantsTable label={name} grants={own} />
                  </section>
                )
              })}
            </>
          )
        }}
      </QueryStates>
      <FlowRules />
      <LinkHosts />
      <AllSampling />
    </div>
  )
}

/** Hosts whose links open without a question. */
function LinkHosts() {
  const t = useT('permissions')
  const { moment } = useFormats()
  const hosts = useSettings().data?.linkHosts ?? []
  const forget = useAction('app.forget-link-host')
  const focus = useFocusAfterRemoval<HTMLElement>()
  if (hosts.length === 0) return null
  return (
    <section {...focus} aria-label={t('links.title')} data-testid="link-hosts">
      <h2 className="mb-1 text-note font-medium text-fg-2">{t('links.title')}</h2>
      <p className="text-small text-fg-3">{t('links.note')}</p>
      <ul className="flex flex-col">
        {hosts.map(({ origin, at }) => (
          <li
            key={origin}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2"
          >
            <span className="min-w-0 flex-1">
              <RevealText text={origin} className="font-mono text-small wrap-anywhere" />
              <span className="block text-small text-fg-3">
                {t('links.since', { at: moment(at) })}
              </span>
            </span>
            <Button
              size="small"
              loading={forget.isPending && forget.variables.origin === origin}
              aria-label={t('links.forgetOne', { host: origin })}
              onClick={() => forget.mutate({ origin })}
            >
              {t('links.forget')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
