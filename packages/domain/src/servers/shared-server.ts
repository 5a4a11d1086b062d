import { looksSecret } from '../text/looks-secret.ts'
import { INSTALL_LINK_CHARACTERS } from './redirect-uri.ts'
import { npmSpec } from './launch/npm-package.ts'
import { ociSpec } from './launch/oci-image.ts'
import { uvxArguments } from './launch/pypi-package.ts'
import { packageOfInstalled } from './launch/installed-launch.ts'
import type { ServerConfig, StoredValue } from './server.ts'

/** Products whose configuration a server can be copied as; several share the one of Claude. */
export const SHARED_FORMATS = ['mcpServers', 'vscode', 'zed', 'opencode'] as const
export type SharedFormat = (typeof SHARED_FORMATS)[number]

type SharedSource = Pick<ServerConfig, 'name' | 'transport' | 'installation'>
type Values = Record<string, string>

interface Launch {
  command: string
  args: string[]
  env: Values
  cwd: string | undefined
}
interface Address {
  url: string
  headers: Values
}
type Shared =
  | { kind: 'stdio'; launch: Launch; left: string[] }
  | { kind: 'http'; address: Address; left: string[] }

/** A server as text, and the names of what was left out because it is secret or looks so. */
export interface SharedText {
  text: string
  left: string[]
}

/** JSON of the server for another product. Secrets are placeholders (`<NAME>`), which an import asks for. */
export function serverAsJson(source: SharedSource, format: SharedFormat): SharedText {
  const shared = withoutSecrets(source)
  return { text: JSON.stringify(FORMATS[format](source.name, shared), null, 2), left: shared.left }
}

/**
 * `gatehouse://mcp/install?name=…&config=…`, with placeholders for secrets. Null for a server that does not fit into
 * {@link INSTALL_LINK_CHARACTERS}.
 */
export function serverInstallLink(source: SharedSource): SharedText | null {
  const shared = withoutSecrets(source)
  const config = encodeURIComponent(JSON.stringify(plainEntry(shared)))
  const text = `gatehouse://mcp/install?name=${encodeURIComponent(source.name)}&config=${config}`
  return text.length > INSTALL_LINK_CHARACTERS ? null : { text, left: shared.left }
}

const FORMATS: Record<SharedFormat, (name: string, shared: Shared) => unknown> = {
  mcpServers: (name, shared) => ({ mcpServers: { [name]: plainEntry(shared) } }),
  vscode: (name, shared) => ({ servers: { [name]: { type: shared.kind, ...plainEntry(shared) } } }),
  zed: (name, shared) => ({ context_servers: { [name]: plainEntry(shared) } }),
  opencode: (name, shared) => ({ mcp: { [name]: openCodeEntry(shared) } }),
}

function plainEntry(shared: Shared): object {
  if (shared.kind === 'http') {
    const { url, headers } = shared.address
    return { type: 'http', url, ...(isEmpty(headers) ? {} : { headers }) }
  }
  const { command, args, env, cwd } = shared.launch
  return { command, args, ...(isEmpty(env) ? {} : { env }), ...(cwd === undefined ? {} : { cwd }) }
}

/** OpenCode writes program and arguments as one list, and calls variables `environment`. */
function openCodeEntry(shared: Shared): object {
  if (shared.kind === 'http') {
    const { url, headers } = shared.address
    return { type: 'remote', url, ...(isEmpty(headers) ? {} : { headers }) }
  }
  const { command, args, env, cwd } = shared.launch
  return {
    type: 'local',
    command: [command, ...args],
    ...(isEmpty(env) ? {} : { environment: env }),
    ...(cwd === undefined ? {} : { cwd }),
  }
}

const isEmpty = (values: Values): boolean => Object.keys(values).length === 0

function withoutSecrets(source: SharedSource): Shared {
  const transport = sharedTransport(source)
  const left = new Set<string>()
  const hide: Hide = (name, value) => {
    if (!looksSecret(name, value) && !holdsSecret(value)) return value
    left.add(name)
    return `<${name}>`
  }
  const values = (stored: readonly { name: string; value: StoredValue }[]): Values =>
    Object.fromEntries(
      stored.map(({ name, value }) => {
        if (value.kind === 'plain') return [name, hide(name, value.value)]
        left.add(name)
        return [name, `<${name}>`]
      }),
    )
  if (transport.kind === 'http') {
    const address = { url: plainUrl(transport.url, hide), headers: values(transport.headers) }
    return { kind: 'http', address, left: [...left] }
  }
  const { command, cwd } = transport
  const args = transport.args.map((argument, at, all) =>
    plainArgument(argument, all[at - 1] ?? '', hide),
  )
  const launch = { command, args, env: values(transport.env), cwd }
  return { kind: 'stdio', launch, left: [...left] }
}

/** An installed package as the line that fetches this version of it: its folder is on this computer only. */
function sharedTransport({ transport, installation }: SharedSource): ServerConfig['transport'] {
  if (transport.kind === 'http' || !installation) return transport
  const { version } = installation.present
  const found = packageOfInstalled(transport.args, installation)
  switch (found.ecosystem) {
    case 'npm': {
      const { name, program, args } = found
      const spec = npmSpec({ name, wanted: version })
      const start = program === null ? ['-y', spec] : ['-y', '-p', spec, program]
      return { ...transport, command: 'npx', args: [...start, ...args] }
    }
    case 'pypi':
      return {
        ...transport,
        command: 'uvx',
        args: uvxArguments({ ...found, wanted: `==${version}` }),
      }
    case 'oci': {
      const { oci, args } = found
      return {
        ...transport,
        command: 'docker',
        args: [...(oci?.options ?? []), ociSpec(found), ...args],
      }
    }
  }
}

type Hide = (name: string, value: string) => string

/** Names a secret that has no name of its own. */
const UNNAMED = 'secret'
/** `name=value`, `name: value`, `"name":"value"` anywhere in a text. */
const PAIR = /([\w-]{1,64})["']?\s?[=:]\s?["']?([^\s"'&,;{}]{1,512})/g

/** `before`: the argument before it; null for what stands behind an option's own `=`, as in `--env=NAME=value`. */
function plainArgument(argument: string, before: string | null, hide: Hide): string {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(argument)) return plainUrl(argument, hide)
  const [, option, name = '', value] = /^((?:--?)?([\w-]+)[=:] ?)(.+)$/s.exec(argument) ?? []
  if (option !== undefined && value !== undefined) {
    const isPair = before !== null && !looksSecret(name, value)
    return option + (isPair ? plainArgument(value, null, hide) : hide(name, value))
  }
  const follows = /^--?([\w-]+)$/.exec(before ?? '')?.[1] ?? ''
  return follows === '' || argument.startsWith('-') || !looksSecret(follows, argument)
    ? hideUnnamed(argument, hide)
    : hide(follows, argument)
}

function hideUnnamed(text: string, hide: Hide): string {
  return holdsSecret(text) ? hide(UNNAMED, text) : text
}

/** True if a word in the text, or the value of a name in it, looks secret. */
function holdsSecret(text: string): boolean {
  if (text.split(/[\s"'=:,;{}&?@]/).some((word) => looksSecret('', word))) return true
  return [...text.matchAll(PAIR)].some(([, name = '', value = '']) => looksSecret(name, value))
}

/** The address without a user and password, and with placeholders for parameters that look secret. */
function plainUrl(url: string, hide: Hide): string {
  const bare = url.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#]*@/i, (_all, scheme: string) => {
    hide('password', UNNAMED)
    return scheme
  })
  return bare
    .split(/(?<=[?&#])/)
    .map((part) => plainUrlPart(part, hide))
    .join('')
}

/** A path or a parameter, with the `?`, `&` or `#` behind it. */
function plainUrlPart(part: string, hide: Hide): string {
  const mark = /[?&#]$/.exec(part)?.[0] ?? ''
  const text = part.slice(0, part.length - mark.length)
  const equals = text.indexOf('=')
  if (equals > 0 && !text.includes('/')) {
    const name = text.slice(0, equals)
    return `${name}=${hide(name, text.slice(equals + 1))}${mark}`
  }
  const segments = text.split('/').map((segment) => hideUnnamed(segment, hide))
  return segments.join('/') + mark
}
