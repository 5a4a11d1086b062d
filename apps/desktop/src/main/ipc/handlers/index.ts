import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'
import { appHandlers, type AppAdapters } from './app-handlers.ts'
import { appViewHandlers } from './app-view-handlers.ts'
import { askHandlers } from './ask-handlers.ts'
import { attachmentHandlers } from './attachment-handlers.ts'
import { auditHandlers } from './audit-handlers.ts'
import { backupHandlers } from './backup-handlers.ts'
import { catalogueHandlers } from './catalogue-handlers.ts'
import { chatFileHandlers } from './chat-file-handlers.ts'
import { chatHandlers } from './chat-handlers.ts'
import { chatSetupHandlers } from './chat-setup-handlers.ts'
import { featureHandlers } from './feature-handlers.ts'
import { folderHandlers } from './folder-handlers.ts'
import { importHandlers } from './import-handlers.ts'
import { installHandlers } from './install-handlers.ts'
import { messageHandlers } from './message-handlers.ts'
import { networkHandlers } from './network-handlers.ts'
import { permissionHandlers } from './permission-handlers.ts'
import { providerHandlers } from './provider-handlers.ts'
import { runtimeHandlers } from './runtime-handlers.ts'
import { withRecordedActs } from './recorded-acts.ts'
import { secretHandlers } from './secret-handlers.ts'
import { taskHandlers } from './task-handlers.ts'
import { serverHandlers } from './server-handlers.ts'
import { windowHandlers } from './window-handlers.ts'
import { workspaceHandlers } from './workspace-handlers.ts'

export type { AppAdapters }

/** One handler for each route of the contract; a missing one does not compile. */
export function createHandlers(host: Host, adapters: AppAdapters): RouteHandlers {
  const handlers: RouteHandlers = {
    ...appHandlers(host, adapters),
    ...appViewHandlers(host),
    ...serverHandlers(host),
    ...featureHandlers(host),
    ...importHandlers(host, adapters),
    ...catalogueHandlers(host),
    ...installHandlers(host),
    ...runtimeHandlers(host, adapters),
    ...providerHandlers(host),
    ...attachmentHandlers(host),
    ...folderHandlers(host, adapters),
    ...chatHandlers(host, adapters),
    ...chatSetupHandlers(host, adapters),
    ...messageHandlers(host),
    ...chatFileHandlers(host, adapters),
    ...askHandlers(host),
    ...auditHandlers(host, adapters),
    ...backupHandlers(host, adapters),
    ...networkHandlers(host, adapters),
    ...taskHandlers(host),
    ...permissionHandlers(host),
    ...secretHandlers(host),
    ...workspaceHandlers(host, adapters),
    ...windowHandlers(host, adapters),
  }
  return withRecordedActs(handlers, host)
}
