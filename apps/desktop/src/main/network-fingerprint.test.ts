import type { NetworkInterfaceInfo } from 'node:os'
import { describe, expect, it } from 'vitest'
import { networkFingerprint } from './network-fingerprint.ts'

const at = (address: string, more: Partial<NetworkInterfaceInfo> = {}): NetworkInterfaceInfo =>
  ({ address, family: 'IPv4', internal: false, ...more }) as NetworkInterfaceInfo

describe('networkFingerprint', () => {
  const home = networkFingerprint(true, { wlan0: [at('192.168.1.7')] })

  it('does not miss another network, a tunnel, or the loss of all', () => {
    expect(networkFingerprint(true, { wlan0: [at('10.0.0.4')] })).not.toBe(home)
    expect(
      networkFingerprint(true, { wlan0: [at('192.168.1.7')], tun0: [at('10.8.0.2')] }),
    ).not.toBe(home)
    expect(networkFingerprint(false, {})).not.toBe(home)
  })

  it('does not take containers, loopback or a temporary address for a change', () => {
    const busier = {
      lo: [at('127.0.0.1', { internal: true })],
      veth12ab: [at('172.17.0.2')],
      wlan0: [at('192.168.1.7'), at('2001:db8::1', { family: 'IPv6' })],
    }
    expect(networkFingerprint(true, busier)).toBe(home)
  })
})
