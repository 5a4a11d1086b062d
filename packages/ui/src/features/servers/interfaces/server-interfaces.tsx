import type { ServerView } from '@gatehouse/domain'
import { appHostText, type ServerApps } from '@gatehouse/domain/apps'
import { AppWindow } from 'lucide-react'
import {
  Button,
  Card,
  CardSection,
  EmptyState,
  KeyValues,
  PaneBody,
  RadioGroup,
  RevealText,
} from '../../../kit/index.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { useFormats } from '../../../lib/formats/formats.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useAction, useServerApps, useSettings } from '../../../lib/queries/index.ts'
import { queryKeys } from '../../../lib/queries/query-keys.ts'
import { QueryStates } from '../../../lib/queries/query-states.tsx'
import { useServerAppsWords } from './use-server-apps-words.ts'

/** The interfaces of a server (MCP Apps): if they are drawn, what each asks for, and the page that is pinned. */
export function ServerInterfaces({ view }: { view: ServerView }) {
  const t = useServerAppsWords()
  return (
    <PaneBody column label={t('tab')} className="flex flex-col gap-5 py-5">
      <DrawingChoice view={view} />
      <GivingChoice view={view} />
      <QueryStates query={useServerApps(view.config.id)}>
        {({ apps, calls }) =>
          apps.length === 0 ? (
            <EmptyState icon={AppWindow} title={t('none')} description={t('noneNote')} />
          ) : (
            <>
              {apps.map((app) => (
                <Interface key={app.uri} app={app} serverId={view.config.id} />
              ))}
              <p className="text-small text-fg-2">{t('calls', { count: calls })}</p>
            </>
          )
        }
      </QueryStates>
    </PaneBody>
  )
}

const AS_GENERAL = {
  inline: 'asGeneralInline',
  window: 'asGeneralWindow',
  text: 'asGeneralText',
} as const

/** Addresses and permissions that interfaces of the server may be given, after a question each. */
function GivingChoice({ view: { config } }: { view: ServerView }) {
  const t = useServerAppsWords()
  const { mutate } = useAction('app-view.set-giving')
  return (
    <RadioGroup
      label={t('giving.label')}
      description={t('giving.note')}
      value={config.appGiving ?? 'public'}
      onValueChange={(giving) => mutate({ id: config.id, giving })}
      options={[
        { value: 'public', label: t('giving.public'), description: t('giving.publicNote') },
        { value: 'local', label: t('giving.local'), description: t('giving.localNote') },
        { value: 'never', label: t('giving.never') },
      ]}
    />
  )
}

function DrawingChoice({ view: { config } }: { view: ServerView }) {
  const t = useServerAppsWords()
  const general = useSettings().data?.apps ?? 'inline'
  const { mutate } = useAction('app-view.set-for-server')
  return (
    <RadioGroup
      label={t('setting')}
      description={t('settingNote')}
      value={config.apps ?? 'general'}
      onValueChange={(value) => mutate({ id: config.id, apps: value === 'general' ? null : value })}
      options={[
        {
          value: 'general',
          label: t('asGeneral'),
          description: t(AS_GENERAL[general]),
        },
        { value: 'inline', label: t('inline') },
        { value: 'window', label: t('window') },
        { value: 'text', label: t('text') },
      ]}
    />
  )
}

function Interface({
  app: { uri, tools, pin },
  serverId,
}: {
  app: ServerApps['apps'][number]
  serverId: string
}) {
  const t = useServerAppsWords()
  const { bytes, moment, list } = useFormats()
  const needs = pin
    ? [
        ...pin.needs.domains.map((domain) => oneLine(domain, 60)),
        ...pin.needs.permissions.map((name) => t(`need.${name}`)),
      ]
    : []
  const given = pin?.given
    ? [
        ...pin.given.access.hosts.map(appHostText),
        ...pin.given.access.permissions.map((name) => t(`need.${name}`)),
      ]
    : []
  const { cache } = useBridge()
  const takeBack = useAction('app-view.take-back', {
    onSuccess: () => cache.refresh(queryKeys.serverApps(serverId)),
  })
  const mono = (text: string) => (
    <RevealText text={text} className="font-mono text-small wrap-anywhere" />
  )
  return (
    <Card label={oneLine(uri, 80)}>
      <CardSection>
        <KeyValues
          items={[
            { name: t('address'), value: mono(uri) },
            { name: t('tools'), value: tools.length === 0 ? t('noTools') : mono(tools.join(', ')) },
            { name: t('pinned'), value: pin ? mono(pin.hash) : t('notPinned') },
            ...(pin
              ? [
                  { name: t('size'), value: bytes(pin.bytes) },
                  { name: t('drawn'), value: moment(pin.at) },
                  {
                    name: t('asksFor'),
                    value: needs.length === 0 ? t('nothing') : <RevealText text={list(needs)} />,
                  },
                ]
              : []),
            { name: t('given'), value: given.length === 0 ? t('nothing') : list(given) },
            ...(pin?.given ? [{ name: t('givenOn'), value: moment(pin.given.at) }] : []),
          ]}
        />
        {given.length > 0 && (
          <Button size="small" onClick={() => takeBack.mutate({ id: serverId, uri })}>
            {t('takeBack')}
          </Button>
        )}
      </CardSection>
    </Card>
  )
}
