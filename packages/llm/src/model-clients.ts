import type { LocalEngine } from '@gatehouse/domain'
import type {
  CompatibilityMemory,
  ModelClient,
  ModelClients,
  ModelEndpoint,
} from '@gatehouse/host/ports'
import { createCompatibilityMemory } from './compatibility/compatibility.ts'
import { assumeFacts } from './assume-facts.ts'
import { DESCRIBE_MS, describeLocal } from './listing/describe-local.ts'
import { DEFAULT_PORTS, DISCOVERY_MS, discoverLocal } from './listing/discover-local.ts'
import { LIST_TIMEOUT_MS, listModels } from './listing/list-models.ts'
import { DEFAULT_RETRY, type RetryPolicy, type Send } from './open-response.ts'
import { DEFAULT_STALL, type StallLimits } from './stall-watch.ts'
import { streamStep } from './stream-step.ts'
import { targetOf } from './target.ts'

/** Options for tests, so that they need not wait; all have working defaults. */
export interface ModelClientsOptions {
  /** Sends all requests except the search for engines on this machine. Default: the runtime's `fetch`. */
  fetch?: Send
  retry?: Partial<RetryPolicy>
  stall?: Partial<StallLimits>
  /** Maximum number of events of one streamed answer. */
  maxEvents?: number
  listTimeoutMs?: number
  /** Ports of 127.0.0.1 to probe. */
  discoveryPorts?: Partial<Record<LocalEngine, number>>
  /** Milliseconds for a whole discovery. */
  discoveryMs?: number
}

/**
 * Creates the language models behind the `ModelClients` port: chat completions, Responses, Anthropic's messages,
 * Gemini and Bedrock's Converse. Starts nothing; endpoints carry their keys, and the memory of their models'
 * refusals.
 */
export function createModelClients(options: ModelClientsOptions = {}): ModelClients {
  const retry = { ...DEFAULT_RETRY, ...options.retry }
  const stall = { ...DEFAULT_STALL, ...options.stall }
  const memories = new Map<string, CompatibilityMemory>()
  const send = options.fetch
  const ports = { ...DEFAULT_PORTS, ...options.discoveryPorts }
  /** Without a memory of the host, learned changes end with these clients. */
  const memoryOf = ({ baseUrl, compatibility }: ModelEndpoint): CompatibilityMemory => {
    if (compatibility) return compatibility
    const memory = memories.get(baseUrl) ?? createCompatibilityMemory()
    memories.set(baseUrl, memory)
    return memory
  }
  return {
    client(endpoint: ModelEndpoint): ModelClient {
      return {
        async adapt(request) {
          const { adaptParameters } = await import('./request/adapt-parameters.ts')
          const { request: sent, adjustments } = await adaptParameters(request, targetOf(endpoint))
          return { request: sent, adjustments }
        },
        async *stream(request, signal) {
          const { maxEvents } = options
          const target = targetOf(endpoint)
          const compatibility = memoryOf(endpoint)
          const context = { target, retry, stall, maxEvents, compatibility, send }
          yield* streamStep(request, context, signal)
        },
      }
    },
    assume: assumeFacts,
    async listModels(endpoint, signal) {
      const list = await listModels(
        endpoint,
        { timeoutMs: options.listTimeoutMs ?? LIST_TIMEOUT_MS, send },
        signal,
      )
      const asked = { timeoutMs: DESCRIBE_MS, signal, onlyChat: true, send }
      return describeLocal(targetOf(endpoint), list, asked)
    },
    describe: (endpoint, list, signal) =>
      describeLocal(targetOf(endpoint), list, { timeoutMs: DESCRIBE_MS, signal, send }),
    discover: (signal) => discoverLocal(ports, options.discoveryMs ?? DISCOVERY_MS, signal),
  }
}
