/** Where every version of Node keeps the HTTP agent behind `fetch`, once it was used. */
const GLOBAL_DISPATCHER = Symbol.for('undici.globalDispatcher.1')

type Dispatcher = NonNullable<RequestInit['dispatcher']>
type DispatcherClass = new (options: { headersTimeout: number; bodyTimeout: number }) => Dispatcher

/**
 * Gives an agent for `fetch` that waits for ever: Node's own gives up after five minutes without a
 * byte, but how long a tool may be silent is the person's choice. `undefined` where there is none.
 */
export function createPatientDispatcher(): () => Dispatcher | undefined {
  let patient: Dispatcher | undefined
  return () => {
    if (patient) return patient
    const current: unknown = Reflect.get(globalThis, GLOBAL_DISPATCHER)
    if (typeof current !== 'object' || current === null) return undefined
    // Its class is the agent of this very runtime, which no package could match for certain.
    const Agent = current.constructor as DispatcherClass
    if (Agent.name !== 'Agent') return undefined
    patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
    return patient
  }
}
