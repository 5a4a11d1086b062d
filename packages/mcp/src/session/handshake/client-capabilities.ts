import type { ClientCapabilities } from '@modelcontextprotocol/client'
import type { ClientFeatures } from '@gatehouse/host/ports'
import { TASKS_EXTENSION } from '../../features/tasks/task-schemas.ts'

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
    ...(features.sampling ? { sampling: features.sampling.tools ? { tools: {} } : {} } : {}),
    extensions: { [TASKS_EXTENSION]: {} },
    ...(features.roots ? { roots: { listChanged: true } } : {}),
  }
}
