import type {
  AuditRecord,
  Conversation,
  Entry,
  Grant,
  ModelProvider,
  ServerConfig,
  Tool,
  ToolCall,
  Turn,
} from '@gatehouse/domain'
import type { Stores } from '@gatehouse/host/ports'

/** Records for this package's tests. */
export function sampleConversation(id: string, changes: Partial<Conversation> = {}): Conversation {
  return {
    id,
    title: `Chat ${id}`,
    titled: false,
    model: { providerId: 'p1', modelId: 'some/model:7b' },
    serverIds: null,
    workspaceId: null,
    draft: 'half a thought, 半句话 \u0000 "quoted"',
    createdAt: 1_700_000_000_000,
    updatedAt: 1_700_000_000_000,
    ...changes,
  }
}

export function sampleTurn(id: string, conversationId: string, changes: Partial<Turn> = {}): Turn {
  return {
    id,
    conversationId,
    parentId: null,
    depth: 0,
    origin: 'message',
    status: 'done',
    model: { providerId: 'p1', modelId: 'm' },
    step: 1,
    stepLimit: 20,
    entries: [],
    preparing: null,
    failure: null,
    startedAt: 1_700_000_000_000,
    endedAt: 1_700_000_001_000,
    ...changes,
  }
}

export function sampleUserMessage(id: string, text: string): Entry {
  return { kind: 'user-message', id, text, createdAt: 1_700_000_000_000 }
}

export function sampleAssistantMessage(id: string, text: string): Entry {
  return {
    kind: 'assistant-message',
    id,
    step: 1,
    text,
    reasoning: 'because',
    status: 'complete',
    usage: { inputTokens: 12, outputTokens: 3 },
    createdAt: 1_700_000_000_000,
  }
}

export function sampleToolCall(id: string, changes: Partial<ToolCall> = {}): ToolCall {
  return {
    kind: 'tool-call',
    id,
    step: 1,
    callId: 'call_1',
    origin: 'model',
    serverId: 's1',
    serverName: 'Files',
    serverHue: 3,
    toolName: 'read_file',
    toolTitle: 'Read a file',
    annotations: { readOnlyHint: true },
    proposedArguments: { path: '/tmp/a', nested: { list: [1, null, true, 'x'] } },
    arguments: { path: '/tmp/b', nested: { list: [1, null, true, 'x'] } },
    status: 'done',
    decision: { kind: 'allow-once', by: 'person', at: 1_700_000_000_500 },
    result: {
      isError: false,
      content: [
        { type: 'text', text: 'lone \ud800 and nul \u0000 and 😀' },
        {
          type: 'image',
          mimeType: 'image/png',
          kept: { hash: 'a'.repeat(64), bytes: 8, mimeType: 'image/png' },
        },
      ],
      structuredContent: { ok: true },
    },
    createdAt: 1_700_000_000_000,
    ...changes,
  }
}

export function sampleServer(id: string, changes: Partial<ServerConfig> = {}): ServerConfig {
  return {
    id,
    name: `Server ${id}`,
    hue: 2,
    transport: {
      kind: 'stdio',
      command: 'npx',
      args: ['-y', 'thing', '--flag=a b'],
      env: [
        { name: 'PLAIN', value: { kind: 'plain', value: 'x' } },
        { name: 'TOKEN', value: { kind: 'secret', ref: `server/${id}/env/TOKEN` } },
      ],
      cwd: '/tmp',
    },
    protocol: { pin: '2025-11-25' },
    start: 'launch',
    requestTimeoutMs: 60_000,
    createdAt: 1_700_000_000_000,
    ...changes,
  }
}

export function sampleTool(name: string): Tool {
  return { name, description: 'Does it', inputSchema: { type: 'object', properties: {} } }
}

export function sampleProvider(id: string, changes: Partial<ModelProvider> = {}): ModelProvider {
  return {
    id,
    kind: 'openai-compatible',
    name: `Provider ${id}`,
    baseUrl: 'http://127.0.0.1:11434/v1',
    local: true,
    hasKey: true,
    models: [{ id: 'm', contextWindow: 8192 }],
    createdAt: 1_700_000_000_000,
    ...changes,
  }
}

export function sampleGrant(id: string, changes: Partial<Grant> = {}): Grant {
  return {
    id,
    scope: { kind: 'chat', conversationId: 'c1' },
    serverId: 's1',
    toolName: 'read_file',
    definitionHash: 'a'.repeat(64),
    identity: 'b'.repeat(64),
    createdAt: 1_700_000_000_000,
    ...changes,
  }
}

export function sampleAuditRecord(id: string, changes: Partial<AuditRecord> = {}): AuditRecord {
  return {
    id,
    at: 1_700_000_000_000,
    kind: 'tool-call',
    serverId: 's1',
    serverName: 'Files',
    serverHue: 3,
    conversationId: 'c1',
    entryId: 'e1',
    subject: 'read_file',
    decision: 'allow-once',
    edited: false,
    outcome: 'done',
    durationMs: 12.5,
    ...changes,
  }
}

/** The branch that a chat shows, whole. */
export function shownTurns({ turns }: Pick<Stores, 'turns'>, conversationId: string): Turn[] {
  const shown: Turn[] = []
  for (let id = turns.lastTurnId(conversationId); id !== null;) {
    const turn = turns.get(id)
    if (turn === null) break
    shown.unshift(turn)
    id = turn.parentId
  }
  return shown
}
