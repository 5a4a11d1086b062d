import { delimiter } from 'node:path'
import { DEFAULT_INHERITED_ENV_VARS } from '@modelcontextprotocol/client/stdio'
import type { ResolvedNetwork } from '@gatehouse/domain'
import { networkVariables } from './network-variables.ts'

/** Marks a server's processes, so that strays are known by it even after their parent ended. */
export const PROCESS_TAG_VARIABLE = 'GATEHOUSE_SERVER'

/** Harmless, and without them text and temporary files go wrong. */
const ALSO_INHERITED = ['LANG', 'LC_ALL', 'LC_CTYPE', 'TMPDIR', 'TZ']

export interface ChildEnvironmentOptions {
  base: NodeJS.ProcessEnv
  folders: readonly string[]
  /** The person's own variables for this server; they win over everything but the tag. */
  own: Record<string, string>
  network?: ResolvedNetwork | undefined
  tag: string
}

export interface ChildEnvironment {
  variables: Record<string, string>
  /** Names of the proxy variables whose user name and password were taken out. */
  withheld: string[]
}

/**
 * The whole environment of a server: a short list of safe variables, the search path and the
 * person's own. Nothing else of ours leaks (MCP security best practices, "Local server compromise").
 */
export function childEnvironment(options: ChildEnvironmentOptions): ChildEnvironment {
  const environment: Record<string, string> = {}
  for (const name of [...DEFAULT_INHERITED_ENV_VARS, ...ALSO_INHERITED]) {
    const value = options.base[name]
    // A value that starts with "()" is an exported shell function.
    if (value !== undefined && !value.startsWith('()')) environment[name] = value
  }
  environment['PATH'] = options.folders.join(delimiter)
  const network = networkVariables(options.base, options.network)
  Object.assign(environment, network.variables)
  const isOwn = (name: string): boolean => ownVariable(options.own, name) !== undefined
  for (const name of Object.keys(environment)) if (isOwn(name)) delete environment[name]
  return {
    variables: { ...environment, ...options.own, [PROCESS_TAG_VARIABLE]: options.tag },
    withheld: network.withheld.filter((name) => !isOwn(name)),
  }
}

/** A variable by its name, whose case does not matter on Windows. */
export function ownVariable(
  variables: Readonly<Record<string, string>>,
  name: string,
): string | undefined {
  if (process.platform !== 'win32') return variables[name]
  const found = Object.keys(variables).find((one) => one.toUpperCase() === name.toUpperCase())
  return found === undefined ? undefined : variables[found]
}
