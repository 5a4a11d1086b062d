import type { ModelEvent, ModelRequest } from '../ports/index.ts'
import type { Tool } from '@gatehouse/domain'

/** A tool as a server would list it. */
export function toolNamed(name: string, change: Partial<Tool> = {}): Tool {
  return { name, description: `The tool ${name}`, inputSchema: { type: 'object' }, ...change }
}

type Step = (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>

/** A model step that gives these events and then finishes. */
export function stepOf(...events: ModelEvent[]): Step {
  return async function* () {
    await Promise.resolve()
    yield* events
    yield { type: 'finish', reason: 'stop', usage: {} }
  }
}

/** A model step that gives these events and then breaks with the error. */
export function brokenStep(error: Error, ...events: ModelEvent[]): Step {
  return async function* () {
    await Promise.resolve()
    yield* events
    throw error
  }
}

/** A model step that says something and then waits until it is aborted. */
export function stalledStep(text: string): Step {
  return async function* (_request, signal) {
    yield { type: 'text-delta', text }
    await new Promise<void>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
    })
  }
}

/** A step that ends once it is released, whatever happens to its turn meanwhile. */
export function heldStep(...events: ModelEvent[]): { step: Step; release(): void } {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const step = stepOf(...events)
  return {
    release: () => release(),
    step: async function* (...given) {
      await held
      yield* step(...given)
    },
  }
}
