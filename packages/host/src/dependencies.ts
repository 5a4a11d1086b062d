import type {
  Authorizations,
  Clock,
  ConnectionFactory,
  ConsentPrompt,
  Digest,
  Documents,
  EventSink,
  ExternalLinks,
  Folders,
  IdSource,
  BundleFiles,
  ImportFiles,
  ModelClients,
  NetworkAccess,
  SecretVault,
  Stores,
  SystemEvents,
  Timers,
} from './ports/index.ts'

/** Every adapter the host needs, passed once by the composition root. */
export interface HostDependencies {
  stores: Stores
  /** Opens empty stores in memory, for temporary chats. */
  temporaryStores?: (() => Stores) | undefined
  vault: SecretVault
  connections: ConnectionFactory
  authorizations: Authorizations
  links: ExternalLinks
  consent: ConsentPrompt
  folders: Folders
  documents: Documents
  importFiles: ImportFiles
  bundles: BundleFiles
  models: ModelClients
  network: NetworkAccess
  events: EventSink
  /** Receives what a listener to an event threw: it concerns no one who made the change. */
  onListenerError?: ((error: unknown) => void) | undefined
  clock: Clock
  timers: Timers
  system: SystemEvents
  ids: IdSource
  digest: Digest
  /**
   * Names this data among others that the same person has on the computer, which share one keychain: what
   * the vault keeps of the data itself is named after it.
   */
  profile: string
  /** Processors of the computer; they decide how many servers start at the same time. */
  processors?: number
}
