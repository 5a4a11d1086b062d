import { createLazyPart } from './lib/windows/lazy-part.tsx'

// What the first screen does not show. One chunk per feature, so import its index and nothing else.
const activity = () => import('./features/activity/index.ts')
const apps = () => import('./features/apps/index.ts')
const asks = () => import('./features/asks/index.ts')
const firstRun = () => import('./features/first-run/index.ts')
const providers = () => import('./features/model-providers/index.ts')
const servers = () => import('./features/servers/index.ts')
const settings = () => import('./features/settings/index.ts')
const workspaces = () => import('./features/workspaces/index.ts')

export const AppView = createLazyPart(async () => (await apps()).AppView, null)
export const ServerList = createLazyPart(async () => (await servers()).ServerList)
export const ServerScreen = createLazyPart(async () => (await servers()).ServerScreen)
export const ServerSettingsPage = createLazyPart(
  async () => (await servers()).ServerSettingsPage,
  null,
)
export const AllPermissions = createLazyPart(async () => (await servers()).AllPermissions, null)
export const ServerTrafficPanel = createLazyPart(
  async () => (await servers()).ServerTrafficPanel,
  null,
)
export const AddServer = createLazyPart(async () => (await servers()).AddServer, null)
export const ImportServers = createLazyPart(async () => (await servers()).ImportServers, null)
export const ActivityList = createLazyPart(async () => (await activity()).ActivityList)
export const ActivityScreen = createLazyPart(async () => (await activity()).ActivityScreen)
export const ServerAskCard = createLazyPart(async () => (await asks()).ServerAskCard)
export const AskWatcher = createLazyPart(async () => (await asks()).AskWatcher, null)
export const WorkspaceList = createLazyPart(async () => (await workspaces()).WorkspaceList)
export const WorkspaceScreen = createLazyPart(async () => (await workspaces()).WorkspaceScreen)
export const NewWorkspace = createLazyPart(async () => (await workspaces()).NewWorkspace, null)
export const SettingsList = createLazyPart(async () => (await settings()).SettingsList)
export const SettingsScreen = createLazyPart(async () => (await settings()).SettingsScreen)
export const KeychainToasts = createLazyPart(async () => (await settings()).KeychainToasts, null)
export const ModelSettings = createLazyPart(async () => (await providers()).ModelSettings)
export const ConnectModelButton = createLazyPart(
  async () => (await providers()).ConnectModelButton,
  null,
)
export const ConnectModel = createLazyPart(async () => (await providers()).ConnectModel, null)
export const FirstRunCards = createLazyPart(async () => (await firstRun()).FirstRunCards, null)

/** In the order in which they are likely to be wanted. */
export const lazyScreens = [
  ServerList,
  ServerScreen,
  ServerTrafficPanel,
  AllPermissions,
  ServerSettingsPage,
  AddServer,
  ImportServers,
  ConnectModel,
  ConnectModelButton,
  ModelSettings,
  ActivityList,
  ActivityScreen,
  ServerAskCard,
  AskWatcher,
  WorkspaceList,
  WorkspaceScreen,
  NewWorkspace,
  SettingsList,
  SettingsScreen,
  KeychainToasts,
  AppView,
]
