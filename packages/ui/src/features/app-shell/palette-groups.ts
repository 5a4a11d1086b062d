import type { Settings } from '@gatehouse/domain'
import {
  AppWindow,
  CircleHelp,
  Cpu,
  EyeOff,
  FileUp,
  Import,
  FolderPlus,
  FolderTree,
  Languages,
  MessageSquare,
  MessageSquareDashed,
  NotebookPen,
  PanelRight,
  Pin,
  PinOff,
  Play,
  Plus,
  RotateCw,
  Server,
  Square,
  SquarePen,
  SunMoon,
} from 'lucide-react'
import { useMemo } from 'react'
import type { PaletteGroup, PaletteItem } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useNewChat, useNewTemporaryChat } from '../../lib/chats/new-chat.ts'
import { usePinChat } from '../../lib/chats/pin-chat.ts'
import {
  useAction,
  useConversations,
  useServers,
  useWorkspaces,
  useProviders,
} from '../../lib/queries/index.ts'
import { useUi, type SettingsPage } from '../../lib/ui-store.tsx'
import { railSections, settingsSection } from './sections.ts'
import { useMoveChat } from './use-move-chat.ts'
import { oneLine } from '../../lib/formats/one-line.ts'

const settingsPages: SettingsPage[] = [
  'general',
  'models',
  'servers',
  'network',
  'keychain',
  'backup',
  'about',
]

function useImportItems(): PaletteItem[] {
  const t = useT('appShell')
  const show = useUi((ui) => ui.show)
  return useMemo(
    () => [
      {
        id: 'import-servers',
        label: t('palette.importServers'),
        keywords: 'import 导入 Claude VS Code Cursor mcp.json',
        icon: Import,
        onSelect: () => show({ kind: 'import-servers' }),
      },
      {
        id: 'import-chats',
        label: t('palette.importChats'),
        keywords: 'import 导入 conversations.json',
        icon: FileUp,
        onSelect: () => show({ kind: 'import-chats' }),
      },
    ],
    [t, show],
  )
}

/** Pins the chat in view, or no longer. */
function usePinItems(): PaletteItem[] {
  const t = useT('appShell')
  const id = useUi((ui) => (ui.section === 'chats' ? ui.conversationId : null))
  const chat = useConversations().data?.find((one) => one.id === id)
  const pin = usePinChat()
  return useMemo(() => {
    if (!chat) return []
    const isPinned = chat.pinnedAt !== undefined
    return [
      {
        id: 'pin-chat',
        label: t(isPinned ? 'palette.unpinChat' : 'palette.pinChat'),
        icon: isPinned ? PinOff : Pin,
        keys: 'Mod+Shift+P',
        onSelect: () => pin(chat),
      },
    ]
  }, [chat, t, pin])
}

function useWindowItems(): PaletteItem[] {
  const t = useT('appShell')
  const { kind, run } = useMoveChat()
  const { mutate: openQuick } = useAction('window.open-quick')
  return useMemo(() => {
    const quick: PaletteItem = {
      id: 'quick-ask',
      label: t('palette.quickAsk'),
      icon: MessageSquareDashed,
      onSelect: () => openQuick({}),
    }
    if (kind === null) return [quick]
    const move: PaletteItem = {
      id: 'move-chat',
      label: t(kind === 'open' ? 'palette.openInWindow' : 'palette.showInMain'),
      icon: AppWindow,
      keys: 'Mod+Shift+O',
      onSelect: run,
    }
    return [move, quick]
  }, [t, kind, run, openQuick])
}

function useTemporaryItem(): PaletteItem {
  const t = useT('appShell')
  const newTemporaryChat = useNewTemporaryChat()
  return useMemo(
    () => ({
      id: 'new-temporary-chat',
      label: t('palette.newTemporaryChat'),
      icon: EyeOff,
      keys: 'Mod+Shift+N',
      onSelect: newTemporaryChat,
    }),
    [t, newTemporaryChat],
  )
}

function useActionItems(): PaletteItem[] {
  const t = useT('appShell')
  const show = useUi((ui) => ui.show)
  const toggleSide = useUi((ui) => ui.toggleSide)
  const newChat = useNewChat()
  const temporary = useTemporaryItem()
  const imports = useImportItems()
  const pin = usePinItems()
  return useMemo(
    () => [
      {
        id: 'new-chat',
        label: t('palette.newChat'),
        icon: SquarePen,
        keys: 'Mod+N',
        onSelect: newChat,
      },
      temporary,
      {
        id: 'add-server',
        label: t('palette.addServer'),
        icon: Plus,
        onSelect: () => show({ kind: 'add-server' }),
      },
      ...pin,
      ...imports,
      {
        id: 'connect-model',
        label: t('palette.connectModel'),
        icon: Cpu,
        onSelect: () => show({ kind: 'connect-model' }),
      },
      {
        id: 'own-prompts',
        label: t('palette.ownPrompts'),
        icon: NotebookPen,
        onSelect: () => show({ kind: 'own-prompts' }),
      },
      {
        id: 'new-workspace',
        label: t('palette.newWorkspace'),
        icon: FolderPlus,
        onSelect: () => show({ kind: 'new-workspace' }),
      },
      {
        id: 'shortcuts',
        label: t('palette.shortcuts'),
        icon: CircleHelp,
        keys: '?',
        onSelect: () => show({ kind: 'shortcuts' }),
      },
      {
        id: 'side',
        label: t('palette.toggleSide'),
        icon: PanelRight,
        keys: 'Mod+Alt+B',
        onSelect: toggleSide,
      },
    ],
    [t, show, newChat, temporary, pin, imports, toggleSide],
  )
}

function usePlaceItems(): PaletteItem[] {
  const t = useT('appShell')
  const common = useT('common')
  const words = useT('settings')
  const goTo = useUi((ui) => ui.goTo)
  const openSettings = useUi((ui) => ui.openSettings)
  return useMemo(
    () => [
      ...[...railSections, settingsSection].map(({ section, icon, keys }) => ({
        id: `go-${section}`,
        label: common(`sections.${section}`),
        icon,
        keys,
        onSelect: () => goTo(section),
      })),
      ...settingsPages.map((page) => ({
        id: `settings-${page}`,
        label: t('palette.settingsPage', { page: words(`pages.${page}`) }),
        icon: settingsSection.icon,
        onSelect: () => openSettings(page),
      })),
    ],
    [t, common, words, goTo, openSettings],
  )
}

function useChatItems(): PaletteItem[] {
  const conversations = useConversations().data
  const openChat = useUi((ui) => ui.openChat)
  return useMemo(
    () =>
      (conversations ?? [])
        .filter((chat) => chat.title !== '')
        .slice(0, 50)
        .map((chat) => ({
          id: `chat-${chat.id}`,
          label: chat.title,
          detail: chat.tags?.join(' · '),
          icon: MessageSquare,
          onSelect: () => openChat(chat.id),
        })),
    [conversations, openChat],
  )
}

function useWorkspaceItems(): PaletteItem[] {
  const t = useT('appShell')
  const workspaces = useWorkspaces().data
  const openWorkspace = useUi((ui) => ui.openWorkspace)
  return useMemo(
    () =>
      (workspaces ?? []).map(({ id, name }) => ({
        id: `workspace-${id}`,
        label: t('palette.openWorkspace', { name }),
        icon: FolderTree,
        onSelect: () => openWorkspace(id),
      })),
    [workspaces, t, openWorkspace],
  )
}

function useServerItems(): PaletteItem[] {
  const t = useT('appShell')
  const servers = useServers().data
  const openServer = useUi((ui) => ui.openServer)
  const { mutate: start } = useAction('server.start')
  const { mutate: stop } = useAction('server.stop')
  const { mutate: restart } = useAction('server.restart')
  return useMemo(
    () =>
      (servers ?? []).flatMap(({ config: { id, name, hue }, connection }) => {
        const running = connection.status === 'ready' || connection.status === 'starting'
        const item = (
          verb: string,
          label: string,
          rest: Pick<PaletteItem, 'icon' | 'onSelect'>,
        ): PaletteItem => ({
          id: `${verb}-${id}`,
          label,
          hue,
          ...rest,
        })
        return [
          item('open', t('palette.openServer', { name }), {
            icon: Server,
            onSelect: () => openServer(id),
          }),
          ...(running
            ? [
                item('restart', t('palette.restartServer', { name }), {
                  icon: RotateCw,
                  onSelect: () => restart({ id }),
                }),
                item('stop', t('palette.stopServer', { name }), {
                  icon: Square,
                  onSelect: () => stop({ id }),
                }),
              ]
            : [
                item('start', t('palette.startServer', { name }), {
                  icon: Play,
                  onSelect: () => start({ id }),
                }),
              ]),
        ]
      }),
    [servers, t, openServer, start, stop, restart],
  )
}

function useAppearanceItems(): PaletteItem[] {
  const t = useT('appShell')
  const { mutate } = useAction('app.change-settings')
  return useMemo(() => {
    const theme = (value: Settings['theme'], label: string): PaletteItem => ({
      id: `theme-${value}`,
      label,
      icon: SunMoon,
      onSelect: () => mutate({ theme: value }),
    })
    const language = (value: Settings['language'], label: string): PaletteItem => ({
      id: `language-${value}`,
      label,
      keywords: 'language 语言 English 中文',
      icon: Languages,
      onSelect: () => mutate({ language: value }),
    })
    return [
      theme('system', t('palette.themeSystem')),
      theme('light', t('palette.themeLight')),
      theme('dark', t('palette.themeDark')),
      language('system', t('palette.languageSystem')),
      language('en', t('palette.languageEn')),
      language('zh-CN', t('palette.languageZh')),
    ]
  }, [t, mutate])
}

/** Everything that the command palette reaches. */
export function usePaletteGroups(): PaletteGroup[] {
  const t = useT('appShell')
  const actions = useActionItems()
  const windows = useWindowItems()
  const places = usePlaceItems()
  const chats = useChatItems()
  const servers = useServerItems()
  const workspaces = useWorkspaceItems()
  const models = useModelItems()
  const appearance = useAppearanceItems()
  return useMemo(
    () =>
      [
        {
          label: t('palette.actions'),
          items: [...actions.slice(0, 2), ...windows, ...actions.slice(2)],
        },
        { label: t('palette.servers'), items: servers },
        { label: t('palette.chats'), items: chats },
        { label: t('palette.models'), items: models },
        { label: t('palette.goTo'), items: [...places, ...workspaces] },
        { label: t('palette.appearance'), items: appearance },
      ].filter((group) => group.items.length > 0),
    [t, actions, windows, servers, chats, models, places, workspaces, appearance],
  )
}

/** The models that the chat in view could use instead of its own. */
function useModelItems(): PaletteItem[] {
  const t = useT('appShell')
  const providers = useProviders().data
  const id = useUi((ui) => ui.conversationId)
  const isInView = useUi((ui) => ui.section === 'chats')
  const chat = useConversations().data?.find((one) => isInView && one.id === id)
  const { mutate } = useAction('chat.set-model')
  return useMemo(() => {
    if (!chat) return []
    const isUsed = (providerId: string, modelId: string): boolean =>
      chat.model?.providerId === providerId && chat.model.modelId === modelId
    return (providers ?? []).flatMap((provider) =>
      provider.models
        .filter((model) => !isUsed(provider.id, model.id))
        .map((model) => ({
          id: `model-${provider.id}-${model.id}`,
          label: t('palette.useModel', { model: oneLine(model.name ?? model.id, 80) }),
          keywords: `${model.id} ${provider.name}`,
          detail: provider.name,
          icon: Cpu,
          onSelect: () =>
            mutate({ id: chat.id, model: { providerId: provider.id, modelId: model.id } }),
        })),
    )
  }, [providers, chat, t, mutate])
}
