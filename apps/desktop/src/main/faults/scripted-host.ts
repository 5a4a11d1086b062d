import { createHost, type Host } from '@gatehouse/host'
import type {
  ConnectionFactory,
  Documents,
  Pictures,
  EventSink,
  Folders,
  ModelClients,
  SecretVault,
  Stores,
} from '@gatehouse/host/ports'
import {
  createManualSystem,
  createMemoryAppFrames,
  createMemoryWebHttp,
  createMemoryDocuments,
  createMemoryPictures,
  createMemoryFolders,
  createMemoryBundleFiles,
  createMemoryImportFiles,
  createMemoryCatalogue,
  createMemoryPackageInstaller,
  createMemoryRuntimes,
  noBackups,
  createMemoryNetwork,
  createMemoryVault,
  createNoAuthorizations,
  createRecordedLinks,
  createScriptedConnections,
  createScriptedConsent,
  type ScriptedServer,
} from '@gatehouse/host/testing'
import { createIdSource, sha256, systemClock, systemTimers } from '../system-ports.ts'

export interface ScriptedHostParts {
  stores: Stores
  server: ScriptedServer
  /** Default: those to the scripted server. */
  connections?: ConnectionFactory
  models: ModelClients
  events: EventSink
  /** Default: none, and no temporary chats. */
  temporaryStores?: () => Stores
  /** Default: an empty one. */
  vault?: SecretVault
  /** Default: none are there. */
  folders?: Folders
  /** Default: one for texts of one line a page. */
  documents?: Documents
  /** Default: one that draws nothing but headers. */
  pictures?: Pictures
}

/** A host on real stores and real time, with a server and a model that follow a script. */
export function createScriptedHost({
  vault = createMemoryVault(),
  folders = createMemoryFolders(),
  documents = createMemoryDocuments(),
  pictures = createMemoryPictures(),
  ...parts
}: ScriptedHostParts): Host {
  const { stores, temporaryStores, server, models, events } = parts
  const host = createHost({
    stores,
    temporaryStores,
    vault,
    connections: parts.connections ?? createScriptedConnections(server),
    authorizations: createNoAuthorizations(),
    models,
    links: createRecordedLinks(),
    consent: createScriptedConsent(),
    events,
    clock: systemClock,
    timers: systemTimers,
    system: createManualSystem(),
    documents,
    pictures,
    appFrames: createMemoryAppFrames(),
    webHttp: createMemoryWebHttp(),
    version: '0.0.0',
    folders,
    importFiles: createMemoryImportFiles(),
    bundles: createMemoryBundleFiles(),
    packages: createMemoryPackageInstaller(),
    managedRuntimes: createMemoryRuntimes(),
    ...noBackups,
    network: createMemoryNetwork(),
    catalogue: createMemoryCatalogue(),
    ids: createIdSource(),
    digest: sha256,
    profile: 'scripted',
  })
  // The steps of the script are for turns alone.
  host.setTitleModel(null)
  return host
}
