import type { Client } from '@modelcontextprotocol/client'
import { GatehouseError, isGatehouseError } from '@gatehouse/domain'
import type { ConnectionOptions, ServerRequestContext } from '@gatehouse/host/ports'
import type { Patience } from '../../system/timing/pausable-timeouts.ts'
import { answerElicitation } from '../../features/elicitation/handle-elicitation.ts'
import { answerRefusal, invalidParams } from './refusal.ts'
import { answerSampling } from '../../features/sampling/handle-sampling.ts'
import type { CallTracker } from '../call-tracker.ts'

/** JSON-RPC code for a person's no (MCP 2025-11-25, client/sampling, "Error Handling"). */
const REFUSED = -1
const INTERNAL_ERROR = -32_603

export interface AnswerParts {
  options: Pick<ConnectionOptions, 'clientFeatures' | 'onRequest' | 'serverName'>
  patience: Patience
  calls: CallTracker
  /** Aborted when the connection is over. */
  ended: AbortSignal
}

/**
 * Puts the declared client features on a client: the same handlers answer a legacy server's requests
 * and the rounds of a modern one (MCP 2026-07-28, "Multi round-trip requests"). Call before connecting.
 */
export function answerServer(client: Client, parts: AnswerParts): void {
  const { clientFeatures, onRequest } = parts.options
  const { elicitation, sampling } = clientFeatures
  if (elicitation.form || elicitation.url)
    client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) =>
      answerElicitation(params, elicitation, (request) =>
        ask(parts, {
          what: 'the request',
          run: (context, signal) => onRequest.elicit(request, context, signal),
          signal: mcpReq.signal,
        }),
      ),
    )
  if (sampling)
    client.setRequestHandler('sampling/createMessage', ({ params }, { mcpReq }) =>
      answerSampling(params, sampling, (request) =>
        ask(parts, {
          what: 'sampling request',
          run: (context, signal) => onRequest.sample(request, context, signal),
          signal: mcpReq.signal,
        }),
      ),
    )
  if (clientFeatures.roots)
    client.setRequestHandler('roots/list', async (_request, { mcpReq }) => {
      const roots = await ask(parts, {
        what: 'the request',
        run: (context, signal) => onRequest.listRoots(context, signal),
        signal: mcpReq.signal,
      })
      return {
        roots: roots.map(({ uri, name }) => (name === undefined ? { uri } : { uri, name })),
      }
    })
}

interface Question<T> {
  /** What a refusal is of, in words for the server. */
  what: string
  run(context: ServerRequestContext, signal: AbortSignal): Promise<T>
  signal: AbortSignal
}

/** Asks with all clocks standing still, until the server or the connection is gone. */
function ask<T>({ options, patience, calls, ended }: AnswerParts, question: Question<T>) {
  const context = { callIds: calls.causes() }
  // In a round of the modern era no request is open that the end of the connection would end.
  const signal = AbortSignal.any([question.signal, ended])
  return patience.during(async () => {
    try {
      return await question.run(context, signal)
    } catch (error) {
      if (ended.aborted)
        throw new GatehouseError(
          'call/connection-lost',
          `The connection to ${options.serverName} ended before what it asked was answered.`,
        )
      throw refusalOf(error, question.what)
    }
  })
}

/** Fixed words: why a person or the host refused is not the server's business. */
function refusalOf(error: unknown, what: string): Error {
  const code = isGatehouseError(error) ? error.code : ''
  if (code === 'request/too-many')
    return answerRefusal(REFUSED, 'Too many requests for the user. Try again later.', 'host')
  if (code === 'link/refused') return invalidParams('The URL may not be opened.')
  if (code === 'request/refused' || code === 'ask/withdrawn')
    return answerRefusal(REFUSED, `User rejected ${what}`, 'person')
  return answerRefusal(INTERNAL_ERROR, 'The request could not be put before the user.', 'host')
}
