import { programNameOf } from './effective-launch.ts'
import type { NotInstallable, WantedPackage } from './wanted-package.ts'

/** Options of `docker run` without a value. Not among them: `--detach`, `--pull`, `--platform`. */
const SWITCH =
  /^--(?:init|interactive|no-healthcheck|oom-kill-disable|privileged|publish-all|quiet|read-only|rm|sig-proxy|tty|use-api-socket)(?:=(?:true|false))?$/
/** Options with a value, joined or in the next argument (`docker run --help`). */
const VALUE =
  /^--(?:add-host|annotation|attach|blkio-weight|blkio-weight-device|cap-add|cap-drop|cgroup-parent|cgroupns|cidfile|cpu-(?:count|percent|period|quota|rt-period|rt-runtime|shares)|cpus|cpuset-cpus|cpuset-mems|detach-keys|device|device-(?:cgroup-rule|read-bps|read-iops|write-bps|write-iops)|dns|dns-option|dns-search|domainname|entrypoint|env|env-file|expose|gpus|group-add|health-(?:cmd|interval|retries|start-interval|start-period|timeout)|hostname|ip|ip6|ipc|isolation|kernel-memory|label|label-file|link|link-local-ip|log-driver|log-opt|mac-address|memory|memory-reservation|memory-swap|memory-swappiness|mount|name|network|network-alias|net|oom-score-adj|pid|pids-limit|publish|restart|runtime|security-opt|shm-size|stop-signal|stop-timeout|storage-opt|sysctl|tmpfs|ulimit|user|userns|uts|volume|volume-driver|volumes-from|workdir)$/
const SHORT_SWITCHES = 'iPqt'
const SHORT_VALUES = 'acehlmpuvw'
/** Perhaps a host with its port, then the path. */
const REPOSITORY = /^(?:[\w.-]+(?::\d{1,5})?\/)?[a-z\d][\w./-]*$/
const TAG = /^\w[\w.-]*$/
const MAX_REFERENCE = 255

/**
 * The image that `docker run` would look for at each start, or the part of the launch for which it cannot be pinned. Null
 * for another program and for an image that is named by its digest.
 */
export function ociImageOf({
  command,
  args,
}: {
  command: string
  args: readonly string[]
}): WantedPackage | NotInstallable | null {
  if (programNameOf(command) !== 'docker' || args[0] !== 'run') return null
  let at = 1
  for (let word = args[at]; word?.startsWith('-') === true; word = args[at]) {
    const size = sizeOfOption(word)
    if (size === 0) return { reason: 'option', word }
    at += size
  }
  const reference = args[at]
  if (reference === undefined || reference.includes('@')) return null
  const found = readReference(reference)
  if (found === null) return { reason: 'option', word: reference }
  return {
    ecosystem: 'oci',
    ...found,
    program: null,
    args: args.slice(at + 1),
    oci: { options: args.slice(0, at) },
  }
}

/** The image as it is pulled: `name` or `name:tag`. */
export const ociSpec = ({ name, wanted }: Pick<WantedPackage, 'name' | 'wanted'>): string =>
  wanted === '' ? name : `${name}:${wanted}`

/** Words that an option takes, its own included; 0 for one that is not known. */
function sizeOfOption(word: string): number {
  if (!word.startsWith('--')) return sizeOfShort(word)
  if (SWITCH.test(word)) return 1
  const [option = ''] = word.split('=', 1)
  if (!VALUE.test(option)) return 0
  return word.includes('=') ? 1 : 2
}

function sizeOfShort(word: string): number {
  for (let at = 1; at < word.length; at += 1) {
    const letter = word.charAt(at)
    if (SHORT_VALUES.includes(letter)) return at === word.length - 1 ? 2 : 1
    if (!SHORT_SWITCHES.includes(letter)) return 0
  }
  return word.length > 1 ? 1 : 0
}

function readReference(text: string): Pick<WantedPackage, 'name' | 'wanted'> | null {
  const colon = text.lastIndexOf(':')
  const hasTag = colon > text.lastIndexOf('/')
  const name = hasTag ? text.slice(0, colon) : text
  const wanted = hasTag ? text.slice(colon + 1) : ''
  const isReadable =
    text.length <= MAX_REFERENCE && REPOSITORY.test(name) && (!hasTag || TAG.test(wanted))
  return isReadable ? { name, wanted } : null
}
