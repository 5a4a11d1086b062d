import type { DiscoveredProvider, Settings } from '@gatehouse/domain'
import { Cpu, Import, Plus, Server, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, classNames, Icon, IconButton, RevealText, type IconType } from '../../kit/index.ts'
import {
  useConnectDiscovered,
  useUnconnectedProviders,
} from '../../lib/servers/connect-discovered.ts'
import { COMPOSER } from '../../lib/chats/ask-target.ts'
import { useFormats } from '../../lib/formats/formats.ts'
import { useT } from '../../lib/words/i18n.ts'
import {
  useAction,
  useDiscovered,
  useFoundImports,
  useProviders,
  useServers,
  useSettings,
} from '../../lib/queries/index.ts'
import { useUi } from '../../lib/ui-store.tsx'

/** Offers of an empty chat until they are done or dismissed: a model, and a server. */
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
      data-next-focus={COMPOSER}
      className={classNames(
        'grid w-full max-w-column gap-3',
        // A grid with a hole looks as if something were missing.
        model && server && 'md:grid-cols-2',
      )}
    >
      {model && <ModelCard settings={settings} />}
      {server && <ServerCard settings={settings} />}
    </section>
  )
}

type Card = 'model' | 'server'

interface StartCardProps {
  card: Card
  settings: Settings
  icon: IconType
  title: string
  note: ReactNode
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
  const [offer] = useUnconnectedProviders(useDiscovered().data)
  return (
    <StartCard
      card="model"
      settings={settings}
      icon={Cpu}
      title={t('model')}
      note={t(offer ? 'modelOffer' : 'modelNote')}
    >
      {offer && <DiscoveredProviderRow offer={offer} />}
      <Button
        variant={offer ? 'secondary' : 'primary'}
        onClick={() => show({ kind: 'connect-model' })}
      >
        {t(offer ? 'other' : 'model')}
      </Button>
    </StartCard>
  )
}

function DiscoveredProviderRow({ offer }: { offer: DiscoveredProvider }) {
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

const NAMES_SHOWN = 4

/** Servers of other programs come first: most people who have some want those. */
function ServerCard({ settings }: { settings: Settings }) {
  const t = useT('firstRun')
  const words = useT('serverImport')
  const show = useUi((ui) => ui.show)
  const formats = useFormats()
  const found = useFoundImports().data?.filter((one) => one.servers.length > 0) ?? []
  const programs = [...new Set(found.map(({ source }) => words(`source.${source}`)))]
  const names = [...new Set(found.flatMap(({ servers }) => servers))]
  const some = names.slice(0, NAMES_SHOWN).map((name) => name.slice(0, 40))
  return (
    <StartCard
      card="server"
      settings={settings}
      icon={Server}
      title={t('server')}
      note={
        names.length === 0 ? (
          t('serverNote')
        ) : (
          <RevealText
            text={t('importNote', {
              count: names.length,
              programs: formats.list(programs),
              names: names.length > NAMES_SHOWN ? `${formats.names(some)}…` : formats.list(some),
            })}
          />
        )
      }
    >
      {names.length > 0 && (
        <Button icon={Import} variant="primary" onClick={() => show({ kind: 'import-servers' })}>
          {t('import')}
        </Button>
      )}
      <Button icon={Plus} onClick={() => show({ kind: 'add-server' })}>
        {t('server')}
      </Button>
    </StartCard>
  )
}
