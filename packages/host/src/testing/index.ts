export { createInMemoryStores } from './in-memory-stores.ts'
export { brokenStep, stalledStep, stepOf, toolNamed } from './tool-fixture.ts'
export {
  createCountingIds,
  createEventRecorder,
  createManualClock,
  createMemoryVault,
  createScriptedConnections,
  createScriptedModels,
  textDigest,
  type RecordedEvent,
  type ScriptedServer,
} from './in-memory-ports.ts'
