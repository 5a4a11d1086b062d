import { app } from 'electron'

/**
 * Turns off what Chromium does on the network beside requests, where no session hook, proxy or content
 * policy is asked. Call before Electron is ready.
 */
export function disableBackgroundNetworking(): void {
  // A name in `<link rel=dns-prefetch>` would be looked up, and can carry text to its name server.
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false')
  // It joins the multicast group of mDNS; without UDP there is no address to hide.
  app.commandLine.appendSwitch('disable-features', 'WebRtcHideLocalIpsWithMdns')
  app.commandLine.appendSwitch('force-webrtc-ip-handling-policy', 'disable_non_proxied_udp')
}
