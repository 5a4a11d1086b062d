import type { DiscoveredProvider, Settings } from '@gatehouse/domain'
import { Cpu, Plus, Server, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, Icon, IconButton, RevealText, type IconType } from '../../kit/index.ts'
import { useConnectDiscovered, useOffers } from '../../lib/connect-discovered.ts'
import { useT } from '../../lib/i18n.ts'
import {
  useAction,
  useDiscovered,
  useProviders,
  useServers,
  useSettings,
} from '../../lib/queries/index.ts'
import { useUi } from '../../lib/ui-store.tsx'

/** What an empty chat offers until it is done or dismissed: a model, and a server. */
export function FirstRunCards() {
  const t = useT('firstRun')
  const settings = useSettings().data
  const providers = useProviders().data
  const servers = useServers().data
  if (!settings || !providers || !servers) return null
  const open = (card: Card): boolean => !settings.dismissedCards.includes(card)
  const model = providers.length === 0 && open('model')
  const server = servers.length === 0 && open('server')
  if (!model && !server) return null
  return (
    <section
      aria-label={t('label')}
      className="grid w-full max-w-column grid-cols-[repeat(auto-fit,minmax(16rem,1fr))] gap-3"
    >
      {model && <ModelCard settings={settings} />}
      {server && <ServerCard settings={settings} />}
    </section>
  )
}

type Card = Settings['dismissedCards'][number]

interface StartCardProps {
  card: Card
  settings: Settings
  icon: IconType
  title: string
  note: string
  children: ReactNode
}

function StartCard({ card, settings, icon, title, note, children }: StartCardProps) {
  const t = useT('firstRun')
  const { mutate } = useAction('app.change-settings')
  return (
    <article className="relative flex flex-col items-start gap-3 rounded-xl border border-line bg-card p-4 shadow-1">
      <div className="flex gap-2.5 pr-6">
        <Icon icon={icon} size={18} className="mt-0.5 text-accent" />
        <div>
          <h2 className="text-body font-semibold">{title}</h2>
          <p className="text-note text-fg-2">{note}</p>
        </div>
      </div>
      <div className="mt-auto flex flex-wrap gap-2 pl-[1.75rem]">{children}</div>
      <IconButton
        className="absolute top-2 right-2"
        size="small"
        icon={X}
        label={t('dismiss', { card: title })}
        onClick={() => mutate({ dismissedCards: [...settings.dismissedCards, card] })}
      />
    </article>
  )
}

function ModelCard({ settings }: { settings: Settings }) {
  const t = useT('firstRun')
  const show = useUi((ui) => ui.show)
  const [offer] = useOffers(useDiscovered().data)
  return (
    <StartCard
      card="model"
      settings={settings}
      icon={Cpu}
      title={t('model')}
      note={t(offer ? 'modelOffer' : 'modelNote')}
    >
      {offer && <Offer offer={offer} />}
      <Button
        variant={offer ? 'secondary' : 'primary'}
        onClick={() => show({ kind: 'connect-model' })}
      >
        {t(offer ? 'other' : 'model')}
      </Button>
    </StartCard>
  )
}

function Offer({ offer }: { offer: DiscoveredProvider }) {
  const t = useT('firstRun')
  const { connect, isPending } = useConnectDiscovered()
  const [model] = offer.models
  if (!model) return null
  return (
    <Button
      className="h-auto min-h-control py-0.5 whitespace-normal"
      variant="primary"
      loading={isPending}
      onClick={() => connect(offer, model)}
    >
      <RevealText text={t('use', { model: model.name ?? model.id, engine: offer.name })} />
    </Button>
  )
}

function ServerCard({ settings }: { settings: Settings }) {
  const t = useT('firstRun')
  const show = useUi((ui) => ui.show)
  return (
    <StartCard
      card="server"
      settings={settings}
      icon={Server}
      title={t('server')}
      note={t('serverNote')}
    >
      <Button icon={Plus} onClick={() => show({ kind: 'add-server' })}>
        {t('server')}
      </Button>
    </StartCard>
  )
}
