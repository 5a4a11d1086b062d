import { execFileSync, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { ownDisplay } from '../launch.ts'
import { output } from './results.ts'

/** The only way out of the isolated network; whatever takes it is counted, and nobody is at its end. */
export const OUTER_INTERFACE = 'outer0'

/** Loopback, and a cable with the default route; the kernel itself says nothing on it. */
const SET_UP = [
  'ip link set lo up',
  `ip link add ${OUTER_INTERFACE} type veth peer name ${OUTER_INTERFACE}-end`,
  '{ for file in /proc/sys/net/ipv6/conf/*/disable_ipv6; do echo 1 > "$file"; done 2>/dev/null || true; }',
  `ip link set ${OUTER_INTERFACE}-end arp off up`,
  `ip link set ${OUTER_INTERFACE} arp off up`,
  `ip addr add 198.51.100.1/24 dev ${OUTER_INTERFACE}`,
  `ip route add default via 198.51.100.2 dev ${OUTER_INTERFACE}`,
  // The counters of this network, not those of the machine's.
  'mount -t sysfs sysfs /sys',
  'exec "$@"',
].join('\n')

const NAMESPACE = ['--net', '--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])]

function isolated(command: string[]): string[] {
  return [...NAMESPACE, 'sh', '-c', SET_UP, 'sh', ...command]
}

/**
 * Runs the tests of a file on an isolated network. Throws where the system gives none, and with what the tests printed
 * when one fails.
 */
export function runIsolated(file: string): void {
  const probe = spawnSync('unshare', isolated(['true']), { encoding: 'utf8' })
  if (probe.status !== 0)
    throw new Error(`This needs Linux with network namespaces: ${probe.stderr ?? 'no unshare'}`)
  const require = createRequire(import.meta.url)
  const cli = require.resolve('@playwright/test/cli')
  const command = [
    process.execPath,
    cli,
    'test',
    '--reporter=line',
    `--output=${join(output, 'isolated')}`,
    file,
  ]
  try {
    execFileSync('unshare', isolated(command), {
      cwd: resolve(import.meta.dirname, '..'),
      // Its one worker is on the display of this one, which waits meanwhile, and not on that of another.
      env: { ...process.env, GATEHOUSE_ISOLATED: '1', GATEHOUSE_DISPLAYS: ownDisplay() },
      encoding: 'utf8',
      stdio: 'pipe',
      timeout: 110_000,
    })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`On an isolated network:\n${stdout ?? ''}\n${stderr ?? ''}`, { cause: error })
  }
}
