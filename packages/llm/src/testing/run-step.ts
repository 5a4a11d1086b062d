import { NEVER_ABORTED } from '@gatehouse/base'
import {
  isGatehouseError,
  modelFailureSchema,
  modelProviderKindSchema,
  type ModelFailure,
} from '@gatehouse/domain'
import type { ModelClients, ModelEndpoint, ModelEvent, ModelRequest } from '@gatehouse/host/ports'

/** A key no message may ever hold. */
export const TEST_KEY = 'sk-test-0123456789abcdefKEY'

/** The outcome of one step: its events, and its failure. */
export interface StepOutcome {
  events: ModelEvent[]
  text: string
  error: Error | undefined
  code: string | undefined
  failure: ModelFailure | undefined
}

/** The kinds of provider whose APIs the fake endpoint speaks. Bedrock's has an endpoint of its own. */
export const EVERY_KIND = modelProviderKindSchema.exclude(['amazon-bedrock']).options
export type EndpointKind = (typeof EVERY_KIND)[number]

export function endpointOf(kind: ModelEndpoint['kind'], url: string): ModelEndpoint {
  const paths: { [Kind in typeof kind]?: string } = { google: 'v1beta', 'azure-openai': 'openai' }
  return { kind, baseUrl: `${url}/${paths[kind] ?? 'v1'}`, key: TEST_KEY }
}

function requestOf(more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    modelId: 'm',
    system: 'Be brief.',
    messages: [{ role: 'user', text: 'Hello' }],
    tools: [],
    maxOutputTokens: 1000,
    ...more,
  }
}

/** Turns whatever was thrown into what a test asserts on. */
export function failureOf(error: unknown): Pick<StepOutcome, 'error' | 'code' | 'failure'> {
  if (!isGatehouseError(error)) {
    return {
      error: error instanceof Error ? error : new Error(String(error)),
      code: undefined,
      failure: undefined,
    }
  }
  const parsed = modelFailureSchema.safeParse(error.data['failure'])
  return { error, code: error.code, failure: parsed.success ? parsed.data : undefined }
}

/** True if the error states that nothing of the request left this machine. */
export function isUnsent({ error }: Pick<StepOutcome, 'error'>): boolean {
  return isGatehouseError(error) && error.data['unsent'] === true
}

/** Runs one step to its end and never throws. */
export async function runStep(
  clients: ModelClients,
  step: {
    endpoint: ModelEndpoint
    request?: Partial<ModelRequest>
    onEvent?: (event: ModelEvent) => void
  },
  signal: AbortSignal = NEVER_ABORTED,
): Promise<StepOutcome> {
  const events: ModelEvent[] = []
  let thrown: Pick<StepOutcome, 'error' | 'code' | 'failure'> = {
    error: undefined,
    code: undefined,
    failure: undefined,
  }
  try {
    const stream = clients.client(step.endpoint).stream(requestOf(step.request), signal)
    for await (const event of stream) {
      events.push(event)
      step.onEvent?.(event)
    }
  } catch (error) {
    thrown = failureOf(error)
  }
  const text = events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('')
  return { events, text, ...thrown }
}
