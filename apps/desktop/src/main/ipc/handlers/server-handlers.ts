import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

type ServerRoutes = Extract<keyof RouteHandlers, `server.${string}`>

export function serverHandlers({
  servers,
  serverChangeConsent,
  requests,
  signIns,
  similarTools,
}: Host): Pick<RouteHandlers, ServerRoutes> {
  return {
    'server.list': () => servers.list(),
    'server.propose': (draft) => serverChangeConsent.propose(draft),
    'server.adjust': ({ id, behaviour }) => servers.adjust(id, behaviour),
    'server.start': ({ id }) => servers.get(id).lifecycle.start(),
    'server.stop': ({ id }) => servers.get(id).lifecycle.stop(),
    'server.restart': ({ id }) => servers.restart(id),
    'server.remove': ({ id }) => servers.remove(id),
    'server.get-sign-in': ({ id }) => signIns.view(id),
    'server.sign-in-again': ({ id }) => signIns.signInAgain(id),
    'server.sign-out': ({ id }) => signIns.signOut(id),
    'server.forget-sign-in': ({ id }) => signIns.forget(id),
    'server.tools': ({ id }) => servers.get(id).tools(),
    'server.similar-tools': ({ id }) => similarTools(servers.get(id).config.id),
    'server.logs': ({ id, after, limit }) => servers.get(id).journal.logs(after, limit),
    'server.examine': async ({ id }) => ({
      platform: process.platform,
      ...(await servers.examine(id)),
    }),
    'server.frames': ({ id, after, limit }) => servers.get(id).journal.frames(after, limit),
    'server.cached-lists': ({ id }) => servers.get(id).cachedLists(),
    'server.prompts': ({ id }) => servers.get(id).features.prompts(),
    'server.get-prompt': ({ id, requestId, ...request }) =>
      requests.run(requestId, (onProgress, signal) =>
        servers.get(id).features.getPrompt({ ...request, onProgress }, signal),
      ),
    'server.resources': ({ id }) => servers.get(id).features.resources(),
    'server.resource-templates': ({ id }) => servers.get(id).features.templates(),
    'server.read-resource': ({ id, requestId, uri }) =>
      requests.run(requestId, (onProgress, signal) =>
        servers.get(id).features.readResource({ uri, onProgress }, signal),
      ),
    'server.skills': ({ id }) => servers.get(id).features.skills(),
    'server.read-skill': ({ id, requestId, uri, file }) =>
      requests.run(requestId, (onProgress, signal) =>
        servers.get(id).features.readSkill({ uri, file, onProgress }, signal),
      ),
    'server.cancel-request': ({ requestId }) => requests.cancel(requestId),
    'server.watches': ({ id }) => servers.get(id).features.watched(),
    'server.watch-resource': ({ id, uri, watch }) =>
      servers.get(id).features.watchResource(uri, watch),
    'server.complete': ({ id, request }) => servers.get(id).features.complete(request),
    'server.cancel-completion': ({ id }) => servers.get(id).features.cancelCompletion(),
  }
}
