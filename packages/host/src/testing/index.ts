export { createToolCatalog } from '../chat/tool-offers/tool-catalog.ts'
export { createToolIndex } from '../chat/tool-offers/tool-index.ts'
export { searchTool } from '../chat/tool-offers/tool-offer.ts'
export { createInMemoryStores } from './in-memory-stores.ts'
export { brokenStep, heldStep, stalledStep, stepOf, toolNamed } from './tool-fixture.ts'
export { createMemoryAppFrames } from './memory-app-frames.ts'
export { createMemoryWebHttp } from './memory-web-http.ts'
export { createMemoryDocuments } from './memory-documents.ts'
export { createMemoryPictures } from './memory-pictures.ts'
export { createMemoryFolders } from './memory-folders.ts'
export { createMemoryBundleFiles } from './memory-bundle-files.ts'
export { noBackups } from './memory-backups.ts'
export { createMemoryRuntimes } from './memory-runtimes.ts'
export { createMemoryPackageInstaller } from './memory-package-installer.ts'
export { createMemoryImportFiles } from './memory-import-files.ts'
export { createMemoryCatalogue } from './memory-catalogue.ts'
export { createMemoryNetwork } from './memory-network.ts'
export { createScriptedConsent, type ScriptedConsent } from './scripted-consent.ts'
export {
  createCountingIds,
  createEventRecorder,
  createManualClock,
  createManualSystem,
  createMemoryVault,
  createNoAuthorizations,
  createRecordedLinks,
  createScriptedConnections,
  createScriptedModels,
  textDigest,
  type RecordedEvent,
  type ScriptedServer,
} from './in-memory-ports.ts'
