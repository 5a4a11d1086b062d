import type {
  Clock,
  ConnectionFactory,
  Digest,
  EventSink,
  IdSource,
  ModelClients,
  SecretVault,
  Stores,
  Timers,
} from './ports/index.ts'

/** Every adapter the host needs, passed once by the composition root. */
export interface HostDependencies {
  stores: Stores
  vault: SecretVault
  connections: ConnectionFactory
  models: ModelClients
  events: EventSink
  clock: Clock
  timers: Timers
  ids: IdSource
  digest: Digest
}
