export { createConnectionFactory, type ConnectionFactoryOptions } from './connection-factory.ts'
export {
  createPackageInstaller,
  type PackageInstallerOptions,
} from './package-installs/package-installer.ts'
export { removeFolder, sealFolder } from './package-installs/common/sealed-folder.ts'
export {
  createFileDownload,
  type DownloadRequest,
  type FileDownload,
} from './system/network/download-file.ts'
export { createNetworkAccess } from './system/network/network-access.ts'
export { createNetworkFetch, type NetworkFetch } from './system/network/network-fetch.ts'
export { createOutboundHttp, createWebHttp } from './system/network/outbound-http.ts'
export type {
  CustomTransport,
  CustomTransportEvents,
  CustomTransportFactory,
} from './transports/custom/custom-transport-interface.ts'
