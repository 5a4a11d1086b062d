import type { HandlersOf } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

export const featureHandlers = ({ servers, requests }: Host): HandlersOf<'feature'> => ({
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
})
