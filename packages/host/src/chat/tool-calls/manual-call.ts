import {
  GatehouseError,
  toolDisplayName,
  type JsonObject,
  type Tool,
  type ToolCall,
} from '@gatehouse/domain'
import { appOf } from './app-of-tool.ts'
import type { HostDependencies } from '../../dependencies.ts'
import type { ManagedServer } from '../../servers/managed-server.ts'

/** A tool that a person chose and filled in themselves. */
export interface ManualCall {
  serverId: string
  toolName: string
  arguments: JsonObject
}

/** Throws `chat/tool-not-found`. */
export function findTool(server: ManagedServer, name: string): Tool {
  const tool = server.tools().find((candidate) => candidate.name === name)
  if (!tool)
    throw new GatehouseError(
      'chat/tool-not-found',
      `${server.config.name} no longer has a tool named ${name}.`,
    )
  return tool
}

export function manualToolCall(
  manual: ManualCall,
  from: { server: ManagedServer; tool: Tool },
  deps: Pick<HostDependencies, 'ids' | 'clock'>,
): ToolCall {
  const { server, tool } = from
  return {
    kind: 'tool-call',
    id: deps.ids.next(),
    step: 1,
    callId: deps.ids.next(),
    origin: 'person',
    serverId: server.config.id,
    serverName: server.config.name,
    serverHue: server.config.hue,
    toolName: tool.name,
    toolTitle: toolDisplayName(tool),
    ...(tool.annotations ? { annotations: tool.annotations } : {}),
    ...appOf(tool),
    proposedArguments: manual.arguments,
    arguments: manual.arguments,
    status: 'waiting',
    askId: deps.ids.next(),
    createdAt: deps.clock.now(),
  }
}
