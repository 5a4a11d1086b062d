import type { Yielder } from '@gatehouse/base'
import type {
  AppFrames,
  AuditKeySwitch,
  Authorizations,
  Backups,
  CatalogueSource,
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
  ManagedRuntimes,
  ModelClients,
  NetworkAccess,
  PackageInstaller,
  WebHttp,
  Pictures,
  SecretVault,
  Stores,
  SystemEvents,
  Timers,
} from './ports/index.ts'

/** Every adapter that the host needs, passed once by the composition root. */
export interface HostDependencies {
  stores: Stores
  /** Opens empty stores in memory, for temporary chats. */
  temporaryStores?: (() => Stores) | undefined
  vault: SecretVault
  auditKeys: AuditKeySwitch
  backups: Backups
  connections: ConnectionFactory
  authorizations: Authorizations
  links: ExternalLinks
  consent: ConsentPrompt
  folders: Folders
  documents: Documents
  pictures: Pictures
  appFrames: AppFrames
  webHttp: WebHttp
  importFiles: ImportFiles
  bundles: BundleFiles
  packages: PackageInstaller
  managedRuntimes: ManagedRuntimes
  models: ModelClients
  network: NetworkAccess
  catalogue: CatalogueSource
  events: EventSink
  /** Receives the error of an event listener: it concerns no one who made the change. */
  onListenerError?: ((error: unknown) => void) | undefined
  clock: Clock
  timers: Timers
  /** Called between the parts of long work of a turn; in tests a pause that waits for nothing. */
  pause: Yielder
  system: SystemEvents
  ids: IdSource
  digest: Digest
  /** The version of the app, for servers' interfaces. */
  version: string
  /**
   * Name of this profile among others of the same person on this computer. They share one keychain, whose entries
   * about the profile itself carry this name.
   */
  profile: string
  /** Processors of the computer; they decide the number of servers that start at the same time. */
  processors?: number | undefined
}
