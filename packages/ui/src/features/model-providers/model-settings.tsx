import type { ModelProvider } from '@gatehouse/domain'
import { Cpu, Ellipsis, KeyRound, Plus, RotateCw, Trash } from 'lucide-react'
import { useState } from 'react'
import {
  AlertDialog,
  Badge,
  Button,
  Card,
  CardHeader,
  CardSection,
  Disclosure,
  EmptyState,
  IconButton,
  Menu,
  RevealText,
  useToasts,
} from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useAction, useProviders, useSettings } from '../../lib/queries/index.ts'
import { QueryStates } from '../../lib/queries/query-states.tsx'
import { useUi } from '../../lib/ui-store.tsx'
import { worded } from '../../lib/words/worded.ts'
import { FoundModels } from './found-models.tsx'
import { LeftOutModelsNote } from './left-out-models-note.tsx'
import { DefaultModels } from './default-models.tsx'
import { ModelRow } from './model-row.tsx'
import { ContextShare, ToolSearchSettings } from './tool-search-settings.tsx'

/** The page of models in Settings: what is connected, and what new chats begin with. */
export function ModelSettings() {
  const t = useT('providers')
  const show = useUi((ui) => ui.show)
  const settings = useSettings().data
  return (
    <QueryStates query={useProviders()}>
      {(providers) => (
        <>
          <FoundModels emptyText />
          {providers.length === 0 ? (
            <EmptyState
              icon={Cpu}
              title={t('none')}
              description={t('noneNote')}
              actions={
                <Button
                  variant="primary"
                  icon={Plus}
                  onClick={() => show({ kind: 'connect-model' })}
                >
                  {t('connect')}
                </Button>
              }
            />
          ) : (
            <>
              {settings && <DefaultModels providers={providers} settings={settings} />}
              {settings && <ToolSearchSettings settings={settings} />}
              {settings && <ContextShare name="contextWarning" value={settings.contextWarning} />}
              <ul className="flex flex-col gap-3">
                {providers.map((provider) => (
                  <li key={provider.id}>
                    <ProviderCard provider={provider} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </QueryStates>
  )
}

/** The button in the head of the page. */
export function ConnectModelButton() {
  const t = useT('providers')
  const show = useUi((ui) => ui.show)
  return (
    <Button icon={Plus} onClick={() => show({ kind: 'connect-model' })}>
      {t('connect')}
    </Button>
  )
}

/** The rest is found by searching in a chat. */
const MAX_SHOWN = 200

function ProviderCard({ provider }: { provider: ModelProvider }) {
  const t = useT('providers')
  return (
    <Card label={provider.name}>
      <CardHeader aside={<ProviderMenu provider={provider} />}>
        <span className="truncate font-semibold">
          <RevealText text={provider.name || t('unnamed')} wrap={false} />
        </span>
        <Badge>{t(`kinds.${provider.kind}`)}</Badge>
        {provider.local && <Badge tone="success">{t('local')}</Badge>}
        {provider.hasKey && <Badge icon={KeyRound}>{t('hasKey')}</Badge>}
      </CardHeader>
      <CardSection>
        <RevealText text={provider.baseUrl} className="font-mono text-small text-fg-2" />
        <Disclosure className="mt-1.5" summary={t('models', { count: provider.models.length })}>
          <ul className="flex max-h-80 flex-col gap-0.5 overflow-y-auto">
            {provider.models.slice(0, MAX_SHOWN).map((model) => (
              <ModelRow key={model.id} model={model} provider={provider} />
            ))}
            {provider.models.length > MAX_SHOWN && (
              <li className="text-small text-fg-3">
                {t('andMore', { count: provider.models.length - MAX_SHOWN })}
              </li>
            )}
          </ul>
        </Disclosure>
        <LeftOutModelsNote leftOut={provider.leftOut} />
        {provider.damaged && <p className="mt-1.5 text-small text-danger">{t('damaged')}</p>}
      </CardSection>
    </Card>
  )
}

function ProviderMenu({ provider }: { provider: ModelProvider }) {
  const t = useT('providers')
  const common = useT('common')
  const { id, name } = provider
  const show = useUi((ui) => ui.show)
  const toasts = useToasts()
  const [asking, setAsking] = useState(false)
  const remove = useAction('provider.remove')
  const refresh = useAction('provider.refresh', {
    onSuccess: (changed) =>
      toasts.show({
        tone: 'success',
        title: worded('providers', (to) => to('refreshed', { name, count: changed.models.length })),
      }),
  })
  return (
    <>
      <IconButton
        icon={RotateCw}
        label={t('refresh', { name })}
        disabled={refresh.isPending}
        onClick={() => refresh.mutate({ id })}
      />
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={t('menu', { name })} />}
        entries={[
          {
            label: t('changeKey'),
            icon: KeyRound,
            onSelect: () => show({ kind: 'connect-model', providerId: id }),
          },
          { kind: 'separator' },
          { label: t('remove'), icon: Trash, tone: 'danger', onSelect: () => setAsking(true) },
        ]}
      />
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('removeTitle', { name })}
        description={t('removeNote')}
        confirmLabel={t('remove')}
        cancelLabel={common('actions.cancel')}
        loading={remove.isPending}
        onConfirm={() => remove.mutate({ id }, { onSettled: () => setAsking(false) })}
      />
    </>
  )
}
