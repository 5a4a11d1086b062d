import { ProtocolError } from '@modelcontextprotocol/client'
import { GatehouseError, urlElicitationSchema } from '@gatehouse/domain'
import { z } from 'zod'

/** `URLElicitationRequiredError` (MCP 2025-11-25, client/elicitation). */
const URL_ELICITATION_REQUIRED = -32_042
const MAX_ELICITATIONS = 20

const dataSchema = z.object({
  elicitations: z.array(urlElicitationSchema).min(1).max(MAX_ELICITATIONS),
})

/** The failure of a call that waits for something in the browser; `undefined` for all others. */
export function urlElicitationError(
  error: unknown,
  about: { serverName: string; toolName: string },
): GatehouseError | undefined {
  if (!(error instanceof ProtocolError) || error.code !== URL_ELICITATION_REQUIRED) return undefined
  const data = dataSchema.safeParse(error.data)
  if (!data.success) return undefined
  return new GatehouseError(
    'call/url-elicitation-required',
    `${about.serverName} wants something to be done in the browser before it runs "${about.toolName}".`,
    { data: { elicitations: data.data.elicitations }, cause: error },
  )
}
