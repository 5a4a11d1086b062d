import type { Root } from '@gatehouse/domain/server-requests'
import type { ServerRequestContext } from '../ports/index.ts'
import type { RootsProvider } from '../workspaces/roots-provider.ts'
import type { RequestOrigin } from './server-ask.ts'

/** Handles `roots/list`; a server to which roots were not declared gets none. */
export function createRootsHandler(roots: RootsProvider | undefined) {
  return {
    async list(
      { server, causes, recordSourceFrame }: RequestOrigin,
      { isExact = false }: ServerRequestContext,
      signal: AbortSignal,
    ): Promise<Root[]> {
      if (!roots) return []
      const request = { serverId: server.config.id, causes, isExact, recordSourceFrame }
      const list = await roots.listRoots(request, signal)
      server.recordRoots?.(list.length)
      return list
    },
  }
}
