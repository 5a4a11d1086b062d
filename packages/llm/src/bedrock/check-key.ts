import { isGatehouseError, modelFailureSchema } from '@gatehouse/domain'
import { NO_RETRY, openResponse, type Send } from '../open-response.ts'
import type { Target } from '../target.ts'

/** The words for a key that AWS knows, and whose policy does not allow this list. */
const NOT_AUTHORIZED = /not authorized to perform/i

/**
 * Checks a key: asks for the person's asynchronous jobs, which costs nothing
 * (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ListAsyncInvokes.html). Models are listed at
 * another address only, to which the key was not given.
 *
 * @throws `model/failed`, or the signal's abort.
 */
export async function checkBedrockKey(
  target: Target,
  send: Send | undefined,
  signal: AbortSignal,
): Promise<void> {
  try {
    const response = await openResponse(
      `${target.baseUrl}/async-invoke?maxResults=1`,
      { signal },
      { target, modelId: undefined, retry: NO_RETRY, send },
    )
    await response.body?.cancel()
  } catch (error) {
    const failure = isGatehouseError(error)
      ? modelFailureSchema.safeParse(error.data['failure']).data
      : undefined
    if (failure?.status !== 403 || !NOT_AUTHORIZED.test(failure.detail ?? '')) throw error
  }
}
