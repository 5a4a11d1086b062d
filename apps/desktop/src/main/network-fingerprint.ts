import type { NetworkInterfaceInfo } from 'node:os'

/** Bridges of containers and virtual machines come and go without any effect on servers. */
const VIRTUAL = /^(?:veth|docker|br-|virbr|vmnet|cni|flannel)/

/**
 * Returns a text that identifies the computer's network: it changes when the network is connected, disconnected or
 * replaced. Temporary IPv6 addresses are left out, as they change by themselves.
 */
export function networkFingerprint(
  online: boolean,
  interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>,
): string {
  const addresses = Object.entries(interfaces).flatMap(([name, list = []]) =>
    VIRTUAL.test(name)
      ? []
      : list
          .filter(({ internal, family }) => !internal && family === 'IPv4')
          .map(({ address }) => `${name} ${address}`),
  )
  return [online ? 'online' : 'offline', ...addresses.toSorted()].join('\n')
}
