import { ServerRegistry } from '../servers/server-registry.ts'
import {
  createCountingIds,
  createEventRecorder,
  createManualClock,
  createMemoryVault,
  createNoAuthorizations,
  createScriptedConnections,
  createScriptedModels,
  textDigest,
  type ScriptedServer,
} from './in-memory-ports.ts'
import { createInMemoryStores } from './in-memory-stores.ts'
import { refusingHandlers } from './refusing-handlers.ts'
import { toolNamed } from './tool-fixture.ts'

type Dependencies = ConstructorParameters<typeof ServerRegistry>[0]

/** A registry on in-memory ports, each of which may be replaced; its servers play `server`. */
export function createTestRegistry(
  server: ScriptedServer,
  { clock = createManualClock(), ...ports }: Partial<Omit<Dependencies, 'clock'>> & TestClock = {},
): ServerRegistry {
  return new ServerRegistry({
    stores: createInMemoryStores(),
    vault: createMemoryVault(),
    connections: createScriptedConnections(server),
    authorizations: createNoAuthorizations(),
    signIns: () => ({ show: () => Promise.resolve() }),
    models: createScriptedModels([]),
    events: createEventRecorder(),
    clock,
    timers: clock,
    ids: createCountingIds(),
    digest: textDigest,
    profile: 'test',
    requestHandlers: refusingHandlers,
    ...ports,
  })
}

interface TestClock {
  clock?: ReturnType<typeof createManualClock>
}

/** A server with one tool, `read`, that has an empty result. */
export function createScriptedServer(change: Partial<ScriptedServer> = {}): ScriptedServer {
  return {
    tools: [toolNamed('read')],
    call: () => Promise.resolve({ content: [], isError: false }),
    opened: [],
    closed: 0,
    ...change,
  }
}
