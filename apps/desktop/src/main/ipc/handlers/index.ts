import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'
import { appHandlers, type AppAdapters } from './app-handlers.ts'
import { appViewHandlers } from './app-view-handlers.ts'
import { askHandlers } from './ask-handlers.ts'
import { auditHandlers } from './audit-handlers.ts'
import { catalogueHandlers } from './catalogue-handlers.ts'
import { chatFileHandlers } from './chat-file-handlers.ts'
import { chatHandlers } from './chat-handlers.ts'
import { dataFlowHandlers } from './data-flow-handlers.ts'
import { folderHandlers } from './folder-handlers.ts'
import { formValueHandlers } from './form-value-handlers.ts'
import { grantHandlers } from './grant-handlers.ts'
import { importHandlers } from './import-handlers.ts'
import { installHandlers } from './install-handlers.ts'
import { instructionsHandlers } from './instructions-handlers.ts'
import { networkHandlers } from './network-handlers.ts'
import { providerHandlers } from './provider-handlers.ts'
import { withRecordedActs } from './recorded-acts.ts'
import { samplingHandlers } from './sampling-handlers.ts'
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
    ...importHandlers(host, adapters),
    ...catalogueHandlers(host),
    ...installHandlers(host),
    ...providerHandlers(host),
    ...chatHandlers(host, adapters),
    ...folderHandlers(host, adapters),
    ...chatFileHandlers(host, adapters),
    ...askHandlers(host),
    ...auditHandlers(host, adapters),
    ...networkHandlers(host, adapters),
    ...taskHandlers(host),
    ...grantHandlers(host),
    ...samplingHandlers(host),
    ...dataFlowHandlers(host),
    ...instructionsHandlers(host),
    ...formValueHandlers(host),
    'diagram.draw': (request) => adapters.drawDiagram(request),
    ...secretHandlers(host),
    ...workspaceHandlers(host, adapters),
    ...windowHandlers(host, adapters),
  }
  return withRecordedActs(handlers, host)
}
