import type { Entry, ToolCall, Turn } from '@gatehouse/domain'

/** A chat in which servers gave texts and tools were called. */

export const call = (id: string, serverId: string, change: Partial<ToolCall> = {}): ToolCall => ({
  kind: 'tool-call',
  id,
  step: 1,
  callId: id,
  origin: 'model',
  serverId,
  serverName: serverId,
  serverHue: 1,
  toolName: 'read',
  toolTitle: 'read',
  proposedArguments: {},
  arguments: {},
  status: 'done',
  createdAt: 1,
  ...change,
})

export const gave = (id: string, serverId: string, text: string): ToolCall =>
  call(id, serverId, { result: { content: [{ type: 'text', text }], isError: false } })

export const turnOf = (entries: Entry[], change: Partial<Turn> = {}): Turn => ({
  id: 't1',
  conversationId: 'c1',
  parentId: null,
  depth: 0,
  origin: 'message',
  status: 'running',
  model: null,
  step: 1,
  stepLimit: 20,
  entries,
  preparing: null,
  failure: null,
  startedAt: 1,
  endedAt: null,
  ...change,
})
