import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

type InstallRoutes = Extract<keyof RouteHandlers, `install.${string}`>

export function installHandlers({
  installs,
  serverChangeConsent,
  requests,
}: Host): Pick<RouteHandlers, InstallRoutes> {
  return {
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
  }
}
