import type { ClientCapabilities } from '@modelcontextprotocol/client'
import { APP_MIME_TYPE } from '@gatehouse/domain/apps'
import type { ClientFeatures } from '@gatehouse/host/ports'

/** Extension of MCP 2026-07-28; declared by both sides, and then the server alone decides. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

/** Extension of MCP Apps 2026-01-26, "Capability Negotiation". */
const APPS_EXTENSION = 'io.modelcontextprotocol/ui'

/** The capabilities that the host declares: only what it supports. */
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
    ...(features.sampling ? { sampling: samplingCapability(features.sampling) } : {}),
    extensions: {
      [TASKS_EXTENSION]: {},
      ...(features.apps ? { [APPS_EXTENSION]: { mimeTypes: [APP_MIME_TYPE] } } : {}),
    },
    ...(features.roots ? { roots: { listChanged: true } } : {}),
  }
}

/** Members that are not supported are absent (MCP 2025-11-25, client/sampling, "Capabilities"). */
function samplingCapability({ tools, context }: Exclude<ClientFeatures['sampling'], false>) {
  return { ...(tools ? { tools: {} } : {}), ...(context ? { context: {} } : {}) }
}

/** The tasks that the host declares for requests of the server; none for what it does not support. */
export function clientTaskCapability({ elicitation, sampling }: ClientFeatures) {
  const asks = elicitation.form || elicitation.url
  if (!asks && !sampling) return {}
  return {
    tasks: {
      list: {},
      cancel: {},
      requests: {
        ...(asks ? { elicitation: { create: {} } } : {}),
        ...(sampling ? { sampling: { createMessage: {} } } : {}),
      },
    },
  }
}
