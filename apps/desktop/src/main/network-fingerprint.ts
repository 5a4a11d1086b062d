import type { NetworkInterfaceInfo } from 'node:os'

/** Bridges of containers and virtual machines come and go without any effect on servers. */
const VIRTUAL = /^(?:veth|docker|br-|virbr|vmnet|cni|flannel)/

/**
 * One text for the network that the computer is in: it differs when the network came, went, or is
 * another one. Temporary IPv6 addresses are left out, as they change by themselves.
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
