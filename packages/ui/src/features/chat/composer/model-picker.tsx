import type { Conversation, ModelProvider, ModelRef } from '@gatehouse/domain'
import { knownModel } from '@gatehouse/domain/models'
import { ChevronDown, Cpu, Hand, Plug } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import {
  Button,
  Menu,
  revealed,
  VisuallyHidden,
  type MenuEntry,
  type PaletteGroup,
  type CommandPaletteProps,
} from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { hasFacts, ModelFacts } from '../../../lib/words/model-facts.tsx'
import { useAction, useProviders, useSettings } from '../../../lib/queries/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { createLazyPart } from '../../../lib/windows/lazy-part.tsx'

const Loaded = createLazyPart(
  async () => (await import('../../../kit/overlays/command-palette.tsx')).CommandPalette,
  null,
)

/** More models than this are searched rather than listed. */
const MAX_LISTED = 12

function sameModel(a: ModelRef | null, b: ModelRef): boolean {
  return a?.providerId === b.providerId && a.modelId === b.modelId
}

/** Name of a model, and of its provider. */
export function useModelWords(model: ModelRef | null): { name: string; note: string | undefined } {
  const t = useT('chat')
  const providers = useProviders().data
  if (model === null) return { name: t('composer.manual'), note: undefined }
  const provider = providers?.find((one) => one.id === model.providerId)
  const info = provider?.models.find((one) => one.id === model.modelId)
  if (!provider)
    return { name: model.modelId, note: providers ? t('composer.goneModel') : undefined }
  const name = oneLine(info?.name ?? model.modelId, 60)
  return {
    name,
    note: provider.local ? t('composer.local', { provider: provider.name }) : provider.name,
  }
}

/** Which model answers in this chat, or none: then the person chooses the tools. */
export function ModelPicker({ conversation }: { conversation: Conversation }) {
  const t = useT('chat')
  const all = useProviders().data ?? []
  const favourites = useFavourites(all)
  const providers = [...favourites, ...all]
  const show = useUi((ui) => ui.show)
  const { mutate } = useAction('chat.set-model')
  const [searching, setSearching] = useState(false)
  const { name, note } = useModelWords(conversation.model)
  const pick = (model: ModelRef | null) => mutate({ id: conversation.id, model })
  const connect = () => show({ kind: 'connect-model' })
  const many = all.reduce((sum, provider) => sum + provider.models.length, 0) > MAX_LISTED
  const trigger = (
    <Button
      variant="ghost"
      icon={conversation.model === null ? Hand : Cpu}
      trailingIcon={ChevronDown}
      data-testid="model-picker"
      data-act="model"
      className="min-w-0 shrink"
      {...(many ? { onClick: () => setSearching(true), 'aria-haspopup': 'dialog' as const } : {})}
    >
      <VisuallyHidden>{t('composer.model')} </VisuallyHidden>
      <span className="truncate font-semibold text-fg">{revealed(name)}</span>
      {note && <span className="truncate font-normal max-[60rem]:hidden">{note}</span>}
    </Button>
  )
  if (!many)
    return (
      <Menu
        side="top"
        align="end"
        trigger={trigger}
        entries={menuEntries({ providers, conversation, pick, connect, t })}
      />
    )
  return (
    <>
      {trigger}
      <LazyCommandPalette
        open={searching}
        onOpenChange={setSearching}
        label={t('composer.searchModels')}
        placeholder={t('composer.searchModels')}
        groups={paletteGroups({ providers, conversation, pick, connect, t })}
      />
    </>
  )
}

type OfferedProvider = Pick<ModelProvider, 'id' | 'name' | 'models' | 'overrides'>

/** The favourites that there are, under the names of their providers. */
function useFavourites(providers: readonly ModelProvider[]): OfferedProvider[] {
  const t = useT('chat')
  const favourites = useSettings().data?.favouriteModels ?? []
  return providers.flatMap((provider) => {
    const models = provider.models.filter((model) =>
      favourites.some((one) => sameModel(one, { providerId: provider.id, modelId: model.id })),
    )
    if (models.length === 0) return []
    const name = t('composer.favouritesOf', { provider: provider.name })
    return [{ ...provider, name, models }]
  })
}

interface Choices {
  providers: readonly OfferedProvider[]
  conversation: Conversation
  pick: (model: ModelRef | null) => void
  connect: () => void
  t: ReturnType<typeof useT<'chat'>>
}

function factsOf(provider: OfferedProvider, modelId: string): ReactNode {
  const known = knownModel(provider, modelId)
  return hasFacts(known) ? <ModelFacts known={known} /> : undefined
}

function menuEntries({ providers, conversation, pick, connect, t }: Choices): MenuEntry[] {
  return [
    ...providers.map((provider): MenuEntry => ({
      kind: 'group',
      label: provider.name,
      entries: provider.models.map((model) => {
        const ref = { providerId: provider.id, modelId: model.id }
        return {
          kind: 'check',
          closes: true,
          label: oneLine(model.name ?? model.id, 60),
          detail: factsOf(provider, model.id),
          checked: sameModel(conversation.model, ref),
          onCheckedChange: () => pick(ref),
        }
      }),
    })),
    ...(providers.length > 0 ? [{ kind: 'separator' } as const] : []),
    {
      kind: 'check',
      closes: true,
      label: t('composer.manualEntry'),
      checked: conversation.model === null,
      onCheckedChange: () => pick(null),
    },
    { kind: 'separator' },
    { label: t('composer.connectEntry'), icon: Plug, onSelect: connect },
  ]
}

function paletteGroups({ providers, conversation, pick, connect, t }: Choices): PaletteGroup[] {
  return [
    ...providers.map((provider) => ({
      label: provider.name,
      items: provider.models.map((model) => {
        const ref = { providerId: provider.id, modelId: model.id }
        return {
          id: `${provider.name}/${provider.id}/${model.id}`,
          label: oneLine(model.name ?? model.id, 80),
          facts: factsOf(provider, model.id),
          detail: sameModel(conversation.model, ref) ? '✓' : undefined,
          keywords: `${model.id} ${provider.name}`,
          icon: Cpu,
          onSelect: () => pick(ref),
        }
      }),
    })),
    {
      label: t('composer.otherModels'),
      items: [
        { id: 'manual', label: t('composer.manualEntry'), icon: Hand, onSelect: () => pick(null) },
        { id: 'connect', label: t('composer.connectEntry'), icon: Plug, onSelect: connect },
      ],
    },
  ]
}

/** The kit's command palette for a place on the first screen, which should not wait for its code. */
function LazyCommandPalette(props: CommandPaletteProps) {
  return <Loaded {...props} />
}
