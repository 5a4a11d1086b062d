import { isGatehouseError, jsonObjectSchema } from '@gatehouse/domain'
import type { AskProblem } from '@gatehouse/domain/server-requests'
import { errorMessage } from '../error-message.ts'

/** Anything thrown as it is put on the next ask: what the window needs to say it in the person's language. */
export function askProblem(error: unknown): AskProblem {
  const message = errorMessage(error)
  if (!isGatehouseError(error)) return { code: 'ask/failed', message, data: {} }
  const facts = jsonObjectSchema.safeParse(error.data)
  return { code: error.code, message, data: facts.success ? facts.data : {} }
}
