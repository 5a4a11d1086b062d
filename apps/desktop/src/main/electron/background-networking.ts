import { app } from 'electron'

const DISABLED_FEATURES = [
  // It joins the multicast group of mDNS; without UDP there is no address to hide.
  'WebRtcHideLocalIpsWithMdns',
  // Storage of a frame would be kept by the page as well, and Electron could not clear it by its origin.
  'ThirdPartyStoragePartitioning',
]

/**
 * Turns off what Chromium does on the network beside requests, where no session hook, proxy or content
 * policy is asked, and the partition of storage by page. Call before Electron is ready.
 */
export function disableBackgroundNetworking(): void {
  // A name in `<link rel=dns-prefetch>` would be looked up, and can carry text to its name server.
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false')
  // One switch: a second one would replace the first.
  app.commandLine.appendSwitch('disable-features', DISABLED_FEATURES.join(','))
  app.commandLine.appendSwitch('force-webrtc-ip-handling-policy', 'disable_non_proxied_udp')
}
