import { DEFAULT_TOTAL_TIMEOUT_MS, type ServerConfig } from '@gatehouse/domain'
import type { CallLimits, ConnectionOptions } from '../../ports/index.ts'

/** Returns the time limits of a call: those set for the tool, else those of the server. */
function limitsOf(config: ServerConfig, toolName: string): CallLimits {
  const own = config.toolTimeouts?.find(({ tool }) => tool === toolName)
  const silenceMs = own?.requestTimeoutMs ?? config.requestTimeoutMs
  // A total below the silence that is allowed would make that limit a lie, unless it was chosen so.
  const usual = Math.max(DEFAULT_TOTAL_TIMEOUT_MS, silenceMs)
  return { silenceMs, totalMs: own?.totalTimeoutMs ?? config.totalTimeoutMs ?? usual }
}

/** Limits and log level are read whenever they are needed, as they change without a new start. */
export function withLiveLimits(
  config: () => ServerConfig,
  options: Omit<ConnectionOptions, 'requestTimeoutMs'>,
): ConnectionOptions {
  return {
    ...options,
    get requestTimeoutMs() {
      return config().requestTimeoutMs
    },
    callLimits: (toolName) => limitsOf(config(), toolName),
    logLevel: () => config().logLevel,
  }
}
