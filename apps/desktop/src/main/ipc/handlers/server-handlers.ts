import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

type ServerRoutes = Extract<keyof RouteHandlers, `server.${string}`>

export function serverHandlers({ servers }: Host): Pick<RouteHandlers, ServerRoutes> {
  return {
    'server.list': () => servers.list(),
    'server.review': (draft) => servers.review(draft),
    'server.save': ({ reviewId, start }) => servers.save(reviewId, start),
    'server.start': ({ id }) => servers.get(id).start(),
    'server.stop': ({ id }) => servers.get(id).stop(),
    'server.restart': ({ id }) => servers.restart(id),
    'server.remove': ({ id }) => servers.remove(id),
    'server.tools': ({ id }) => servers.get(id).tools(),
    'server.logs': ({ id, after, limit }) => servers.get(id).journal.logs(after, limit),
    'server.frames': ({ id, after, limit }) => servers.get(id).journal.frames(after, limit),
    'server.prompts': ({ id }) => servers.get(id).library.prompts(),
    'server.get-prompt': ({ id, ...request }) => servers.get(id).library.getPrompt(request),
    'server.resources': ({ id }) => servers.get(id).library.resources(),
    'server.resource-templates': ({ id }) => servers.get(id).library.templates(),
    'server.read-resource': ({ id, uri }) => servers.get(id).library.readResource(uri),
    'server.complete': ({ id, request }) => servers.get(id).library.complete(request),
  }
}
