import type { HandlersOf } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

export const installHandlers = ({
  installs,
  serverChangeConsent,
  requests,
}: Host): HandlersOf<'install'> => ({
  'install.find': () => installs.find(),
  'install.propose': ({ requestId, draft }) =>
    requests.run(requestId, (onProgress, signal) =>
      serverChangeConsent.proposeInstalled(draft, { onProgress, signal }),
    ),
  'install.update': ({ requestId, id }) =>
    requests.run(requestId, (onProgress, signal) =>
      serverChangeConsent.proposeUpdate(id, { onProgress, signal }),
    ),
  'install.restore': ({ id }) => serverChangeConsent.proposeFormer(id),
  'install.server': ({ requestId, id }) =>
    requests.run(requestId, (onProgress, signal) =>
      serverChangeConsent.proposeInstallation(id, { onProgress, signal }),
    ),
})
