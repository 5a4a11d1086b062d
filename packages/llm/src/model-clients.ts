import type { LocalEngine } from '@gatehouse/domain'
import type { ModelClient, ModelClients, ModelEndpoint } from '@gatehouse/host/ports'
import { createCompatibilityMemory } from './compatibility/compatibility-memory.ts'
import { assumeFacts } from './assume-facts.ts'
import { DESCRIBE_MS, describeLocal } from './describe-local.ts'
import { DEFAULT_PORTS, DISCOVERY_MS, discoverLocal } from './discover-local.ts'
import { LIST_TIMEOUT_MS, listModels } from './list-models.ts'
import { DEFAULT_RETRY, type RetryPolicy } from './open-response.ts'
import type { ToolMediaPolicy } from './sendable-media.ts'
import { DEFAULT_STALL, type StallLimits } from './stall-watch.ts'
import { streamStep } from './stream-step.ts'
import { targetOf } from './target.ts'

/** All have working defaults; they exist so that tests need not wait. */
export interface ModelClientsOptions {
  retry?: Partial<RetryPolicy>
  stall?: Partial<StallLimits>
  /** Events that one streamed answer may have. */
  maxEvents?: number
  listTimeoutMs?: number
  /** Ports of 127.0.0.1 to look at. */
  discoveryPorts?: Partial<Record<LocalEngine, number>>
  /** Milliseconds for the whole of a discovery. */
  discoveryMs?: number
}

/**
 * Language models behind the `ModelClients` port: chat completions, Responses, Anthropic's messages and
 * Gemini. Starts nothing, and remembers only which models refused pictures or sounds of tools; endpoints carry
 * their keys.
 */
export function createModelClients(options: ModelClientsOptions = {}): ModelClients {
  const retry = { ...DEFAULT_RETRY, ...options.retry }
  const stall = { ...DEFAULT_STALL, ...options.stall }
  const compatibility = createCompatibilityMemory()
  const refusedMedia = new Map<string, ToolMediaPolicy>()
  const ports = { ...DEFAULT_PORTS, ...options.discoveryPorts }
  return {
    client(endpoint: ModelEndpoint): ModelClient {
      return {
        async adapt(request) {
          const { adaptParameters } = await import('./adapt-parameters.ts')
          const { request: sent, adjustments } = await adaptParameters(request, targetOf(endpoint))
          return { request: sent, adjustments }
        },
        async *stream(request, signal) {
          const { maxEvents } = options
          const target = targetOf(endpoint)
          const context = { target, retry, stall, maxEvents, compatibility, refusedMedia }
          yield* streamStep(request, context, signal)
        },
      }
    },
    assume: assumeFacts,
    async listModels(endpoint, signal) {
      const list = await listModels(endpoint, options.listTimeoutMs ?? LIST_TIMEOUT_MS, signal)
      return describeLocal(targetOf(endpoint), list, { timeoutMs: DESCRIBE_MS, signal })
    },
    describe: (endpoint, list, signal) =>
      describeLocal(targetOf(endpoint), list, { timeoutMs: DESCRIBE_MS, signal }),
    discover: (signal) => discoverLocal(ports, options.discoveryMs ?? DISCOVERY_MS, signal),
  }
}
