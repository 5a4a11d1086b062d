/** MCP Apps: the interfaces of servers, drawn in the chat. */
export { appUriOf, isVisibleToApp, uiMetaOf } from '../apps/app-tool.ts'
export { APP_MIME_TYPE, readAppContents } from '../apps/app-resource.ts'
export type { AppFailure, AppNeeds } from '../content/drawn-app.ts'
export { appProxyPolicy, appViewPolicy, sealedViewPolicy } from '../apps/app-policy.ts'
export { appHostText, hasAccess, isAgreedHost, NO_ACCESS } from '../apps/app-host.ts'
export { readAppAccess } from '../apps/read-app-access.ts'
export type { AppAccess, AppHost, AppUse, GivenAppAccess, RefusedNeed } from '../apps/app-access.ts'
export {
  APP_ERROR,
  APP_MESSAGE_BUDGET,
  readAppMessage,
  type AppDisplayMode,
  type AppNotification,
  type AppRequest,
  type AppRpcId,
} from '../apps/app-messages.ts'
export {
  appPinSchema,
  appViewContextSchema,
  appViewEventSchema,
  MAX_LIVE_APP_VIEWS,
  openedAppViewSchema,
  serverAppsSchema,
  viewBoxSchema,
  type AppBlockReason,
  type AppPin,
  type AppViewContext,
  type AppViewEnd,
  type AppViewEvent,
  type OpenedAppView,
  type ServerApps,
  type ViewBox,
} from '../apps/app-view.ts'
