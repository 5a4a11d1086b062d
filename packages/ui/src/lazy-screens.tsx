import { createLaterPart } from './lib/lazy-part.tsx'

// What the first screen does not show. One chunk per feature, so import its index and nothing else.
const activity = () => import('./features/activity/index.ts')
const asks = () => import('./features/asks/index.ts')
const firstRun = () => import('./features/first-run/index.ts')
const providers = () => import('./features/providers/index.ts')
const servers = () => import('./features/servers/index.ts')
const settings = () => import('./features/settings/index.ts')
const workspaces = () => import('./features/workspaces/index.ts')

export const ServerList = createLaterPart(async () => (await servers()).ServerList)
export const ServerScreen = createLaterPart(async () => (await servers()).ServerScreen)
export const ServerSide = createLaterPart(async () => (await servers()).ServerSide, null)
export const AddServer = createLaterPart(async () => (await servers()).AddServer, null)
export const ImportServers = createLaterPart(async () => (await servers()).ImportServers, null)
export const ActivityList = createLaterPart(async () => (await activity()).ActivityList)
export const ActivityScreen = createLaterPart(async () => (await activity()).ActivityScreen)
export const ServerAskCard = createLaterPart(async () => (await asks()).ServerAskCard)
export const AskNotices = createLaterPart(async () => (await asks()).AskNotices, null)
export const WorkspaceList = createLaterPart(async () => (await workspaces()).WorkspaceList)
export const WorkspaceScreen = createLaterPart(async () => (await workspaces()).WorkspaceScreen)
export const NewWorkspace = createLaterPart(async () => (await workspaces()).NewWorkspace, null)
export const SettingsList = createLaterPart(async () => (await settings()).SettingsList)
export const SettingsScreen = createLaterPart(async () => (await settings()).SettingsScreen)
export const ModelSettings = createLaterPart(async () => (await providers()).ModelSettings)
export const ConnectModelButton = createLaterPart(
  async () => (await providers()).ConnectModelButton,
  null,
)
export const ConnectModel = createLaterPart(async () => (await providers()).ConnectModel, null)
export const FirstRunCards = createLaterPart(async () => (await firstRun()).FirstRunCards, null)

/** In the order in which they are likely to be wanted. */
export const laterScreens = [
  ServerList,
  ServerScreen,
  ServerSide,
  AddServer,
  ImportServers,
  ConnectModel,
  ConnectModelButton,
  ModelSettings,
  ActivityList,
  ActivityScreen,
  ServerAskCard,
  AskNotices,
  WorkspaceList,
  WorkspaceScreen,
  NewWorkspace,
  SettingsList,
  SettingsScreen,
]
