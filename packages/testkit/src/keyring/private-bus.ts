import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const runFile = promisify(execFile)

export type PrivateBus = { address: string; process: ChildProcess }

/** A session bus that starts no service on demand but those of `services`. */
export async function startBus(folder: string, services: string | undefined): Promise<PrivateBus> {
  const config = join(folder, 'bus.conf')
  writeFileSync(config, configuration(folder, services))
  const args = [`--config-file=${config}`, '--nofork', '--print-address=1']
  const daemon = spawn(toolPath('dbus-daemon'), args, { stdio: ['ignore', 'pipe', 'ignore'] })
  for await (const address of createInterface(daemon.stdout)) {
    return { address, process: daemon }
  }
  throw new Error(`dbus-daemon ended before it gave its address (exit code ${daemon.exitCode}).`)
}

/** Calls a method on the bus of `env`; resolves with what dbus-send prints. */
export async function callBus(
  env: Record<string, string>,
  destination: string,
  [path, ...call]: [string, ...string[]],
): Promise<string> {
  const args = ['--session', '--print-reply', `--dest=${destination}`, path, ...call]
  const { stdout } = await runFile(toolPath('dbus-send'), args, { env, timeout: 10_000 })
  return stdout
}

/** Throws with the command that installs what is missing, so that no test passes without it. */
export function toolPath(name: string): string {
  const folders = ['/usr/bin', '/bin', '/usr/local/bin']
  const path = folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
  if (path !== undefined) return path
  throw new Error(
    `The keychain tests need ${name}. Run: sudo apt install dbus gnome-keyring libsecret-1-0`,
  )
}

export async function hasOwner(env: Record<string, string>, name: string): Promise<boolean> {
  const bus = 'org.freedesktop.DBus'
  const reply = await callBus(env, bus, ['/', `${bus}.NameHasOwner`, `string:${name}`])
  return reply.includes('boolean true')
}

function configuration(folder: string, services: string | undefined): string {
  const servicedir = services === undefined ? '' : `<servicedir>${services}</servicedir>`
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${folder}/bus</listen>
  ${servicedir}
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`
}
