import { ProtocolError, type Client } from '@modelcontextprotocol/client'
import {
  elicitationRequestSchema,
  isGatehouseError,
  samplingRequestSchema,
  type ElicitationAnswer,
} from '@gatehouse/domain'
import type { ConnectionOptions } from '@gatehouse/host/ports'
import type { Patience } from '../patience.ts'

/** JSON-RPC code for a person's no (MCP 2025-11-25, client/sampling, "Error Handling"). */
const REFUSED = -1
const INVALID_PARAMS = -32_602

export interface AnswerParts {
  options: Pick<ConnectionOptions, 'clientFeatures' | 'onRequest'>
  patience: Patience
}

/**
 * Puts the declared client features on a client: the same handlers answer a legacy server's requests
 * and the rounds of a modern one (MCP 2026-07-28, "Multi round-trip requests"). Call before connecting.
 */
export function answerServer(client: Client, { options, patience }: AnswerParts): void {
  const { clientFeatures, onRequest } = options
  const { elicitation } = clientFeatures
  if (elicitation.form || elicitation.url)
    client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) => {
      const request = elicitationRequestSchema.safeParse({ ...params, mode: params.mode ?? 'form' })
      if (!request.success) throw unreadable()
      const ask = () => onRequest.elicit(request.data, mcpReq.signal)
      return elicitResult(await patience.during(() => refusable(ask)))
    })
  if (clientFeatures.sampling)
    client.setRequestHandler('sampling/createMessage', async ({ params }, { mcpReq }) => {
      const request = samplingRequestSchema.safeParse(params)
      if (!request.success) throw unreadable()
      const ask = () => onRequest.sample(request.data, mcpReq.signal)
      const { model, text, stopReason } = await patience.during(() => refusable(ask))
      return {
        model,
        role: 'assistant' as const,
        content: { type: 'text' as const, text },
        ...(stopReason === undefined ? {} : { stopReason }),
      }
    })
  if (clientFeatures.roots)
    client.setRequestHandler('roots/list', async (_request, { mcpReq }) => {
      const roots = await patience.during(() => refusable(() => onRequest.listRoots(mcpReq.signal)))
      return {
        roots: roots.map(({ uri, name }) => (name === undefined ? { uri } : { uri, name })),
      }
    })
}

function elicitResult(answer: ElicitationAnswer) {
  if (answer.action !== 'accept') return { action: answer.action }
  return {
    action: answer.action,
    ...(answer.content === undefined ? {} : { content: answer.content }),
  }
}

/** Fixed words: why a person or the host refused is not the server's business. */
async function refusable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (isGatehouseError(error)) throw new ProtocolError(REFUSED, 'The user refused the request.')
    throw new ProtocolError(REFUSED, 'The request could not be put before the user.')
  }
}

function unreadable(): ProtocolError {
  return new ProtocolError(INVALID_PARAMS, 'The request could not be read.')
}
