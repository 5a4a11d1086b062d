import type { HandlersOf } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

export const serverHandlers = ({
  servers,
  serverChangeConsent,
  signIns,
  similarTools,
}: Host): HandlersOf<'server'> => ({
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
})
