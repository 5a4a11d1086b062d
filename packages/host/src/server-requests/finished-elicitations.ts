import { abortWith } from '@gatehouse/domain'

/**
 * Elicitations that servers report as completed in the browser (`notifications/elicitation/complete`, MCP
 * 2025-11-25).
 */
export interface FinishedElicitations {
  finish(serverId: string, elicitationId: string): void
  /** The signal is aborted with `finished` as soon as the server reports that. */
  watch(
    serverId: string,
    elicitationId: string | undefined,
  ): { signal: AbortSignal; dispose(): void }
}

export function createFinishedElicitations(): FinishedElicitations {
  const watches = new Set<{ key: string; controller: AbortController }>()
  return {
    finish(serverId, elicitationId) {
      const key = keyOf(serverId, elicitationId)
      for (const watch of watches) if (watch.key === key) abortWith(watch.controller, 'finished')
    },
    watch(serverId, elicitationId) {
      const controller = new AbortController()
      if (elicitationId === undefined)
        return { signal: controller.signal, dispose: () => undefined }
      const watch = { key: keyOf(serverId, elicitationId), controller }
      watches.add(watch)
      return { signal: controller.signal, dispose: () => void watches.delete(watch) }
    },
  }
}

const keyOf = (serverId: string, elicitationId: string): string => `${serverId} ${elicitationId}`
