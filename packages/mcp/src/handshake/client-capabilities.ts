import type { ClientCapabilities } from '@modelcontextprotocol/client'
import type { ClientFeatures } from '@gatehouse/host/ports'

/** The capabilities that a server is told of: what the host can answer, nothing more. */
export function clientCapabilities(features: ClientFeatures): ClientCapabilities {
  const { form, url } = features.elicitation
  return {
    ...(form || url
      ? {
          elicitation: {
            ...(form ? { form: { applyDefaults: true } } : {}),
            ...(url ? { url: {} } : {}),
          },
        }
      : {}),
    ...(features.sampling ? { sampling: {} } : {}),
    ...(features.roots ? { roots: {} } : {}),
  }
}
