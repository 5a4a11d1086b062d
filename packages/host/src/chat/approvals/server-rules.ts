import { GatehouseError, isVisibleToModel, toolDisplayName, type Tool } from '@gatehouse/domain'
import {
  decideCall,
  type ApprovalMode,
  type CallFacts,
  type ServerRules,
} from '@gatehouse/domain/approvals'
import type { HostDependencies } from '../../dependencies.ts'
import type { ManagedServer } from '../../servers/managed-server.ts'
import { definitionHash } from '../tool-offers/tool-catalog.ts'
import { trustFor } from './tool-trust.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'digest'>

/** Characters of names and titles that a person may be asked to read at once. */
const MAX_CHARACTERS = 65_536

/** A call of a model for which nothing but its tool decides. */
const PLAIN_CALL = {
  origin: 'model',
  form: 'none',
  flowRule: 'allow',
  hasForeignText: false,
  isGranted: false,
  isInWorkspace: true,
  unasked: 0,
} as const satisfies Partial<CallFacts>

export function toolsForModels(server: ManagedServer): Tool[] {
  return server.tools().filter(isVisibleToModel)
}

/** The rules that decide about calls of a server's tools in a mode: as trusted now, and if all of it is trusted. */
export function serverRules(
  server: ManagedServer,
  mode: ApprovalMode,
  deps: Dependencies,
): ServerRules {
  const { id, name, hue } = server.config
  const { identity } = server
  const tools = toolsForModels(server).map((tool) => {
    const { trust, mark } = trustFor({ server, identity, tool }, deps)
    const { annotations } = tool
    const facts = { ...PLAIN_CALL, mode, mark, annotations }
    return {
      name: tool.name,
      title: toolDisplayName(tool),
      now: decideCall({ ...facts, trust }).rule,
      trusted: decideCall({ ...facts, trust: 'trusted' }).rule,
    }
  })
  return { id, name, hue, tools }
}

/** A text that differs when the server or one of its tools is another, or is trusted otherwise. */
export function stateOfServer(server: ManagedServer, deps: Dependencies): string {
  const { identity, config } = server
  const tools = toolsForModels(server).map((tool) => [
    tool.name,
    definitionHash(tool, deps.digest),
    trustFor({ server, identity, tool }, deps),
  ])
  return JSON.stringify([config.id, identity, tools])
}

/** Throws `grant/too-much-to-read` when it is more than a person would read. */
export function assertReadable(servers: readonly ServerRules[]): void {
  const characters = servers
    .flatMap(({ tools }) => tools)
    .reduce((sum, { name, title }) => sum + name.length + title.length, 0)
  if (characters > MAX_CHARACTERS)
    throw new GatehouseError(
      'grant/too-much-to-read',
      'The names of these tools are too much to read at once. Allow tools one by one.',
    )
}
