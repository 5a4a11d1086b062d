import type {
  AuditRecord,
  Conversation,
  DiscoveredProvider,
  ModelProvider,
  ToolApprovalAsk,
} from '@gatehouse/domain'
import { SAMPLE_NOW } from './sample-now.ts'
import { sampleTools } from './sample-tools.ts'

const HOUR = 3_600_000

function conversation(id: string, title: string, hoursAgo: number): Conversation {
  const at = SAMPLE_NOW - hoursAgo * HOUR
  return {
    id,
    title,
    titled: false,
    model: { providerId: 'ollama', modelId: 'qwen3:32b' },
    serverIds: null,
    workspaceId: null,
    draft: '',
    createdAt: at,
    updatedAt: at,
  }
}

export const sampleConversations: Conversation[] = [
  { ...conversation('release', 'Release notes for 2.4', 0), workspaceId: 'workspace-0' },
  conversation('nightly', 'Why is the nightly build slow?', 2),
  conversation('minutes', '会议纪要整理', 5),
  conversation('vendors', 'Compare vendor quotes', 30),
  conversation('yaml', 'Migrate config to YAML', 50),
]

export const sampleProviders: ModelProvider[] = [
  {
    id: 'ollama',
    kind: 'openai-compatible',
    name: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    local: true,
    hasKey: false,
    models: [{ id: 'qwen3:32b', name: 'qwen3 32b', contextWindow: 40_960 }, { id: 'gemma3:12b' }],
    createdAt: SAMPLE_NOW - 40 * HOUR,
  },
  {
    id: 'anthropic',
    kind: 'anthropic',
    name: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    local: false,
    hasKey: true,
    models: [
      {
        id: 'claude-sonnet-5',
        name: 'Claude Sonnet 5',
        contextWindow: 200_000,
        images: true,
        tools: true,
        reasoning: true,
        price: { input: 3, output: 15 },
      },
    ],
    createdAt: SAMPLE_NOW - 39 * HOUR,
  },
]

export const sampleDiscovered: DiscoveredProvider[] = [
  {
    engine: 'ollama',
    name: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    models: [{ id: 'qwen3:32b', name: 'qwen3' }, { id: 'gemma3:12b' }],
  },
  {
    engine: 'lm-studio',
    name: 'LM Studio',
    baseUrl: 'http://127.0.0.1:1234/v1',
    models: [{ id: 'phi-4' }],
  },
]

function approval(
  id: string,
  toolIndex: number,
  change: Partial<ToolApprovalAsk> = {},
): ToolApprovalAsk {
  const tool = sampleTools[toolIndex] ?? { name: 'unknown', inputSchema: {} }
  return {
    id,
    kind: 'tool-approval',
    serverId: 'filesystem',
    serverName: 'filesystem',
    serverHue: 0,
    createdAt: SAMPLE_NOW - 12_000,
    state: { status: 'pending' },
    conversationId: 'release',
    conversationTitle: 'Release notes for 2.4',
    turnId: 'turn-1',
    entryId: `entry-${id}`,
    origin: 'model',
    step: 2,
    stepLimit: 20,
    tool,
    arguments: {
      path: '~/code/gatehouse/docs/RELEASE.md',
      content: '## 2.4\n\n- Start-up is twice as fast (410 ms)\u200b',
    },
    ...change,
  }
}

export const sampleAsks: ToolApprovalAsk[] = [
  approval('ask-1', 1),
  approval('ask-2', 0, {
    serverId: 'git',
    serverName: 'git',
    serverHue: 3,
    conversationTitle: 'Why is the nightly build slow?',
  }),
]

function record(id: string, minutesAgo: number, change: Partial<AuditRecord>): AuditRecord {
  return {
    id,
    at: SAMPLE_NOW - minutesAgo * 60_000,
    kind: 'tool-call',
    serverId: 'filesystem',
    serverName: 'filesystem',
    serverHue: 0,
    conversationId: 'release',
    entryId: `entry-${id}`,
    subject: 'Read text file',
    decision: 'allow-once',
    edited: false,
    outcome: 'done',
    durationMs: 42,
    ...change,
  }
}

export const sampleAuditRecords: AuditRecord[] = [
  record('a1', 7, { decision: 'granted' }),
  record('a2', 25, {
    subject: 'List commits',
    serverName: 'git',
    serverHue: 3,
    decision: 'allow-in-chat',
    durationMs: 412,
  }),
  record('a3', 174, {
    subject: 'Write file',
    decision: 'deny',
    outcome: 'denied',
    durationMs: null,
    edited: false,
  }),
  record('a4', 182, {
    subject: 'Search papers',
    serverName: 'research',
    serverHue: 1,
    outcome: 'tool-error',
    edited: true,
    durationMs: 2310,
  }),
  record('a5', 190, {
    kind: 'server-added',
    subject: 'research',
    serverName: 'research',
    serverHue: 1,
    decision: 'none',
    outcome: 'none',
    conversationId: null,
    entryId: null,
    durationMs: null,
  }),
  record('a6', 1500, {
    kind: 'record-cut',
    serverId: null,
    serverName: '',
    subject: '',
    decision: 'none',
    outcome: 'none',
    conversationId: null,
    entryId: null,
    durationMs: null,
    by: { kind: 'retention', days: 90 },
    cut: {
      first: 1,
      through: 1240,
      previous: '',
      head: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef',
      records: 1240,
      before: SAMPLE_NOW - 90 * 86_400_000,
      fault: null,
    },
  }),
]
