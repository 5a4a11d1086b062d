import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import { appHostText, type AppAccess, type AppHost } from '@gatehouse/domain/apps'
import { isThisMachine, networkZoneOf } from '@gatehouse/domain/launch'
import { TriangleAlert } from 'lucide-react'
import { Badge, Callout, RevealText, ServerName } from '../kit/index.ts'
import { useFormats } from '../lib/formats/formats.ts'
import { oneLine } from '../lib/formats/one-line.ts'
import { useT } from '../lib/words/i18n.ts'
import { ConsentLayout } from './consent-layout.tsx'
import { ExactText } from './exact-text.tsx'

type Request = Extract<ConsentRequest, { kind: 'app-access' }>

export interface AppAccessConsentProps {
  request: Request
  decide: (decision: ConsentDecision) => Promise<boolean>
}

/** Hosts and permissions of an interface in a window of its own, compared with what it was given before. */
export function AppAccessConsent({ request, decide }: AppAccessConsentProps) {
  const t = useT('consent')
  const { bytes } = useFormats()
  const { access, refused, before, isTemporary } = request
  const isNewHost = (host: AppHost): boolean => before !== null && !isKnownHost(before.access, host)
  return (
    <ConsentLayout
      title={t('appAccess.title')}
      subject={
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <ServerName hue={request.serverHue}>
            <RevealText text={request.serverName} />
          </ServerName>
          <span className="font-semibold text-fg">
            <RevealText text={oneLine(request.toolTitle, 80)} />
          </span>
        </span>
      }
      note={t('appAccess.note')}
      choices={[{ decision: 'allow', label: t('appAccess.allow') }]}
      decide={decide}
    >
      <div className="flex flex-col gap-5">
        {before && <Changes request={request} before={before} />}
        {access.hosts.length > 0 && (
          <section>
            <h3 className="mb-1 text-note font-medium text-fg-2">{t('appAccess.hosts')}</h3>
            <ul className="flex flex-col gap-2">
              {access.hosts.map((host) => (
                <HostItem key={appHostText(host)} host={host} isNew={isNewHost(host)} />
              ))}
            </ul>
            <Callout tone="warning" icon={TriangleAlert} className="mt-2">
              {t('appAccess.leaves')}
            </Callout>
          </section>
        )}
        {access.permissions.length > 0 && (
          <section>
            <h3 className="mb-1 text-note font-medium text-fg-2">{t('appAccess.permissions')}</h3>
            <ul className="flex flex-col gap-2">
              {access.permissions.map((name) => (
                <li key={name} data-permission={name} className={ITEM}>
                  <span className="font-medium">{t(`appAccess.permission.${name}`)}</span>
                  {before !== null && !before.access.permissions.includes(name) && <NewBadge />}
                  <span className="block text-small text-fg-2">
                    {t(`appAccess.permissionMeans.${name}`)}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {refused.length > 0 && (
          <section>
            <h3 className="mb-1 text-note font-medium text-fg-2">{t('appAccess.notGiven')}</h3>
            <ul className="flex flex-col gap-1">
              {refused.map(({ text, reason }) => (
                <li key={text} data-refused={reason} className="text-small text-fg-2">
                  {reason !== 'location' && (
                    <RevealText text={text} className="font-mono wrap-anywhere text-fg" />
                  )}{' '}
                  {t(`appAccess.refused.${reason}`)}
                </li>
              ))}
            </ul>
          </section>
        )}
        <ExactText label={t('appAccess.address')} text={request.uri} />
        <ExactText
          label={t('appAccess.page', { size: bytes(request.bytes) })}
          text={request.hash}
        />
        <p className="text-note text-fg-2">
          {t(isTemporary ? 'appAccess.temporary' : 'appAccess.meaning')}
        </p>
      </div>
    </ConsentLayout>
  )
}

const ITEM = 'rounded-lg border border-line bg-sunken px-3 py-2'

/** True if the host was given for the same uses. */
const isKnownHost = ({ hosts }: AppAccess, host: AppHost): boolean =>
  hosts.some(
    (one) => appHostText(one) === appHostText(host) && one.uses.join(' ') === host.uses.join(' '),
  )

function NewBadge() {
  const t = useT('consent')
  return (
    <Badge tone="warning" className="ml-2">
      {t('appAccess.new')}
    </Badge>
  )
}

/** One host: alone in its exact form, then in words. */
function HostItem({ host, isNew }: { host: AppHost; isNew: boolean }) {
  const t = useT('consent')
  const { list } = useFormats()
  const { isWildcard, port, scheme, written } = host
  const zone = networkZoneOf(isWildcard ? `x.${host.host}` : host.host)
  const isUsual = port === (scheme === 'https' ? 443 : 80)
  const facts = [
    isWildcard ? t('appAccess.wildcard', { host: host.host }) : undefined,
    isUsual ? undefined : t('appAccess.port', { port: String(port) }),
    list(host.uses.map((use) => t(`appAccess.use.${use}`))),
    scheme === 'http' ? t('appAccess.plain') : undefined,
  ]
  const warnings = [
    isThisMachine(host.host) ? t('appAccess.here') : undefined,
    zone === 'local-network' ? t('appAccess.near') : undefined,
    written === null ? undefined : t('appAccess.written', { written }),
    written === null && host.host.includes('xn--') ? t('appAccess.punycode') : undefined,
  ]
  return (
    <li data-host={appHostText(host)} className={ITEM}>
      <span className="font-mono font-semibold wrap-anywhere text-fg">
        <RevealText text={`${isWildcard ? '*.' : ''}${host.host}${isUsual ? '' : `:${port}`}`} />
      </span>
      {isNew && <NewBadge />}
      {facts.map(
        (fact) =>
          fact !== undefined && (
            <span key={fact} className="block text-small wrap-anywhere text-fg-2">
              {fact}
            </span>
          ),
      )}
      {warnings.map(
        (warning) =>
          warning !== undefined && (
            <span key={warning} className="block text-small wrap-anywhere text-warning">
              <RevealText text={warning} />
            </span>
          ),
      )}
    </li>
  )
}

/** Changes since the interface was given something. */
function Changes({
  request: { access },
  before,
}: {
  request: Request
  before: NonNullable<Request['before']>
}) {
  const t = useT('consent')
  const { day, list } = useFormats()
  const namesOf = ({ hosts, permissions }: AppAccess): string[] => [
    ...hosts.map(appHostText),
    ...permissions.map((name) => t(`appAccess.permission.${name}`)),
  ]
  const [now, then] = [namesOf(access), namesOf(before.access)]
  const added = now.filter((name) => !then.includes(name))
  const gone = then.filter((name) => !now.includes(name))
  const otherUses = access.hosts
    .filter((host) => then.includes(appHostText(host)) && !isKnownHost(before.access, host))
    .map(appHostText)
  const isSame = added.length + gone.length + otherUses.length === 0
  return (
    <Callout tone="warning" title={t('appAccess.before', { date: day(before.at) })}>
      <ul className="flex list-disc flex-col gap-1 pl-4">
        {before.isOtherServer && <li>{t('appAccess.otherServer')}</li>}
        {before.isOtherPage && <li>{t('appAccess.otherPage')}</li>}
        {added.length > 0 && <li>{t('appAccess.added', { list: list(added) })}</li>}
        {gone.length > 0 && <li>{t('appAccess.gone', { list: list(gone) })}</li>}
        {otherUses.length > 0 && <li>{t('appAccess.otherUses', { list: list(otherUses) })}</li>}
        {isSame && <li>{t('appAccess.sameAccess')}</li>}
      </ul>
    </Callout>
  )
}
