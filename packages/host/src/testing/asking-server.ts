import type { Ask } from '@gatehouse/domain'
import type { ElicitationRequest } from '@gatehouse/domain/server-requests'
import type { Host } from '../host.ts'
import type { ServerRequestHandler } from '../ports/index.ts'
import { until, type ChatHarness } from './chat-harness.ts'

/** Returns the handler that receives the requests of the harness's server. */
export function handlerOf(harness: ChatHarness): ServerRequestHandler {
  const options = harness.server.opened.at(-1)
  if (!options) throw new Error('The server was not opened.')
  return options.onRequest
}

/** The oldest ask of a kind, as soon as there is one. */
export function nextAsk<Kind extends Ask['kind']>(
  host: Host,
  kind: Kind,
): Promise<Extract<Ask, { kind: Kind }>> {
  return until(() =>
    host.asks.pending().find((ask): ask is Extract<Ask, { kind: Kind }> => ask.kind === kind),
  )
}

/** A form with a field that must be filled in. */
export const cityForm: ElicitationRequest = {
  mode: 'form',
  message: 'Which city?',
  requestedSchema: {
    type: 'object',
    properties: { city: { type: 'string', minLength: 2 }, count: { type: 'integer', default: 3 } },
    required: ['city'],
  },
}
