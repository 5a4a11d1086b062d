import type { z } from 'zod'
import { appRoutes } from './app-routes.ts'
import { appViewRoutes } from './app-view-routes.ts'
import { attachmentRoutes } from './attachment-routes.ts'
import { askRoutes } from './ask-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import { backupRoutes } from './backup-routes.ts'
import { networkRoutes } from './network-routes.ts'
import { catalogueRoutes } from './catalogue-routes.ts'
import { chatFileRoutes } from './chat-file-routes.ts'
import { chatRoutes } from './chat-routes.ts'
import { chatSetupRoutes } from './chat-setup-routes.ts'
import { featureRoutes } from './feature-routes.ts'
import { folderRoutes } from './folder-routes.ts'
import { importRoutes } from './import-routes.ts'
import { installRoutes } from './install-routes.ts'
import { messageRoutes } from './message-routes.ts'
import { permissionRoutes } from './permission-routes.ts'
import { providerRoutes } from './provider-routes.ts'
import { runtimeRoutes } from './runtime-routes.ts'
import { secretRoutes } from './secret-routes.ts'
import { serverRoutes } from './server-routes.ts'
import { taskRoutes } from './task-routes.ts'
import { windowRoutes } from './window-routes.ts'
import { workspaceRoutes } from './workspace-routes.ts'

/** The routes of each file. */
interface RouteGroups {
  app: typeof appRoutes
  'app-view': typeof appViewRoutes
  attachment: typeof attachmentRoutes
  ask: typeof askRoutes
  audit: typeof auditRoutes
  backup: typeof backupRoutes
  network: typeof networkRoutes
  catalogue: typeof catalogueRoutes
  'chat-file': typeof chatFileRoutes
  chat: typeof chatRoutes
  'chat-setup': typeof chatSetupRoutes
  feature: typeof featureRoutes
  folder: typeof folderRoutes
  import: typeof importRoutes
  install: typeof installRoutes
  message: typeof messageRoutes
  permission: typeof permissionRoutes
  provider: typeof providerRoutes
  runtime: typeof runtimeRoutes
  secret: typeof secretRoutes
  server: typeof serverRoutes
  task: typeof taskRoutes
  window: typeof windowRoutes
  workspace: typeof workspaceRoutes
}

/** All groups as one type. Declared by name, so that no declaration file repeats what its groups declare. */
type Routes = UnionToIntersection<RouteGroups[keyof RouteGroups]>

type UnionToIntersection<Union> = (
  Union extends unknown ? (member: Union) => void : never
) extends (all: infer All) => void
  ? All
  : never

/** Every call that the renderer can make. */
export const routes: Routes = {
  ...appRoutes,
  ...appViewRoutes,
  ...serverRoutes,
  ...featureRoutes,
  ...importRoutes,
  ...catalogueRoutes,
  ...installRoutes,
  ...runtimeRoutes,
  ...providerRoutes,
  ...attachmentRoutes,
  ...folderRoutes,
  ...chatRoutes,
  ...chatFileRoutes,
  ...chatSetupRoutes,
  ...messageRoutes,
  ...askRoutes,
  ...auditRoutes,
  ...backupRoutes,
  ...networkRoutes,
  ...taskRoutes,
  ...permissionRoutes,
  ...secretRoutes,
  ...workspaceRoutes,
  ...windowRoutes,
}

export type RouteName = keyof Routes
/** The input of a caller; fields with defaults may be left out. */
export type RouteInput<Name extends RouteName> = RouteInputs[Name]
/** The parsed input of a handler. */
export type ParsedInput<Name extends RouteName> = ParsedInputs[Name]
export type RouteOutput<Name extends RouteName> = RouteOutputs[Name]

type RouteInputs = { [Name in RouteName]: z.input<Routes[Name]['input']> }
type ParsedInputs = { [Name in RouteName]: z.output<Routes[Name]['input']> }
type RouteOutputs = { [Name in RouteName]: z.output<Routes[Name]['output']> }

/** One handler for each route; a missing one does not compile. */
export type RouteHandlers = {
  [Name in RouteName]: (input: ParsedInput<Name>) => RouteOutput<Name> | Promise<RouteOutput<Name>>
}

/** The handlers of one file of routes. */
export type HandlersOf<Group extends keyof RouteGroups> = Pick<
  RouteHandlers,
  Extract<keyof RouteGroups[Group], RouteName>
>
