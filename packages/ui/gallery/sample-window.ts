import type { RouteName, RouteOutput } from '@gatehouse/contract'
import { createSampleBridge, type SampleWorld } from '../src/lib/samples/sample-bridge.ts'
import type { InMemoryBridge } from '../src/lib/bridge/in-memory-bridge.ts'

/** World that a test gives as JSON before the page loads. */
interface GivenWorld extends Omit<SampleWorld, 'handlers'> {
  /** Outputs of routes, each the same at every request. */
  outputs?: { [Name in RouteName]?: RouteOutput<Name> }
}

declare global {
  interface Window {
    givenWorld?: GivenWorld
    /** As the preload script exposes it; `requests` and `emit` are for tests. */
    bridge?: InMemoryBridge
  }
}

// Put into a page before its own scripts, it stands in for preload and main: the built window runs in any browser.
const { outputs = {}, ...world } = window.givenWorld ?? {}
const handlers = Object.fromEntries(
  Object.entries(outputs).map(([route, output]) => [route, () => output]),
)
window.bridge = createSampleBridge({ ...world, handlers })
