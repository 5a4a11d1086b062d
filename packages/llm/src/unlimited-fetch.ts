/** The key of the agent behind `fetch` in every version of Node, once it was used. */
const GLOBAL_DISPATCHER = Symbol.for('undici.globalDispatcher.1')

type Dispatcher = NonNullable<RequestInit['dispatcher']>
type AgentClass = new (limits: { headersTimeout: number; bodyTimeout: number }) => Dispatcher

/** The agent without limits for each agent of the runtime. */
const agents = new WeakMap<object, Dispatcher>()

/**
 * Returns an agent without the runtime's limits of 300 s before the headers and within the body: a model that thinks
 * for longer is no lost connection. The limits of silence are those of `stall-watch.ts`.
 */
function unlimitedAgent(): Dispatcher | undefined {
  const current: unknown = Reflect.get(globalThis, GLOBAL_DISPATCHER)
  if (typeof current !== 'object' || current === null) return undefined
  // The class is the agent of this very runtime, which no package could match for certain.
  const Agent = current.constructor as AgentClass
  if (Agent.name !== 'Agent') return undefined
  const agent = agents.get(current) ?? new Agent({ headersTimeout: 0, bodyTimeout: 0 })
  agents.set(current, agent)
  return agent
}

/** The runtime's `fetch` without its limits of time. */
export function unlimitedFetch(url: string, init: RequestInit): Promise<Response> {
  const dispatcher = unlimitedAgent()
  return fetch(url, dispatcher ? { ...init, dispatcher } : init)
}
