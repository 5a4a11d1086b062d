import type { AssistantMessage, ModelFailure, ToolCall, Turn, UserMessage } from '@gatehouse/domain'
import { SAMPLE_NOW } from '../../src/lib/samples/sample-now.ts'

/** Turns for stories, built from a few words each. */
export function user(id: string, text: string): UserMessage {
  return { kind: 'user-message', id, text, createdAt: SAMPLE_NOW - 60_000 }
}

export function answer(
  id: string,
  text: string,
  change: Partial<AssistantMessage> = {},
): AssistantMessage {
  return {
    kind: 'assistant-message',
    id,
    step: 1,
    text,
    reasoning: '',
    status: 'complete',
    usage: { inputTokens: 6204, outputTokens: 356 },
    createdAt: SAMPLE_NOW - 50_000,
    ...change,
  }
}

const servers = {
  filesystem: { serverId: 'filesystem', serverName: 'filesystem', serverHue: 0 },
  git: { serverId: 'git', serverName: 'git', serverHue: 3 },
  research: { serverId: 'research', serverName: 'research', serverHue: 1 },
} as const

export function call(
  id: string,
  server: keyof typeof servers,
  change: Partial<ToolCall> = {},
): ToolCall {
  const args = change.arguments ?? { range: 'v2.3.0..HEAD', limit: 100 }
  return {
    kind: 'tool-call',
    id,
    step: 1,
    callId: `call-${id}`,
    origin: 'model',
    ...servers[server],
    toolName: 'list_commits',
    toolTitle: 'List commits',
    proposedArguments: args,
    arguments: args,
    status: 'done',
    decision: { kind: 'allow-once', by: 'person', at: SAMPLE_NOW - 40_400 },
    createdAt: SAMPLE_NOW - 41_000,
    startedAt: SAMPLE_NOW - 40_400,
    endedAt: SAMPLE_NOW - 40_000,
    ...change,
  }
}

export function turn(id: string, entries: Turn['entries'], change: Partial<Turn> = {}): Turn {
  return {
    id,
    conversationId: 'release',
    parentId: null,
    depth: 0,
    origin: 'message',
    status: 'done',
    model: { providerId: 'ollama', modelId: 'qwen3:32b' },
    step: 1,
    stepLimit: 20,
    entries,
    preparing: null,
    failure: null,
    startedAt: SAMPLE_NOW - 60_000,
    endedAt: SAMPLE_NOW - 30_000,
    ...change,
  }
}

const notes = `## 2.4

- Sign-in now survives restarts: tokens live in the system keychain
- Sampling requests can be edited before and after they run
- Start-up is twice as fast (410 ms)\u200b`

export const writeFileArguments = { path: '~/code/gatehouse/docs/RELEASE.md', content: notes }

/** A call whose question waits, and that belongs to the sample ask `ask-1`. */
export function waitingCall(change: Partial<ToolCall> = {}): ToolCall {
  return call('entry-ask-1', 'filesystem', {
    step: 2,
    toolName: 'write_file',
    toolTitle: 'Write file',
    annotations: { destructiveHint: true },
    proposedArguments: writeFileArguments,
    arguments: writeFileArguments,
    status: 'waiting',
    askId: 'ask-1',
    decision: undefined,
    startedAt: undefined,
    endedAt: undefined,
    ...change,
  })
}

export const commitsResult = {
  isError: false,
  content: [
    {
      type: 'text' as const,
      text: Array.from(
        { length: 34 },
        (_, index) =>
          `${(0xa3f1c00 + index * 7919).toString(16)} Commit number ${34 - index}: keep what was promised`,
      ).join('\n'),
    },
  ],
}

/** The conversation of the design: one call done, one waiting. */
export const releaseTurns: Turn[] = [
  turn(
    't1',
    [
      user('u1', 'Collect what changed since v2.3 and write the notes to docs/RELEASE.md'),
      answer(
        'a1',
        'I read the 34 commits since **v2.3.0**. Three things matter to users: sign-in survives restarts, sampling requests can be edited, and start-up is twice as fast. I will write them down now.',
      ),
      call('c1', 'git', {
        decision: { kind: 'allow-in-chat', by: 'person', at: 0 },
        result: commitsResult,
      }),
      waitingCall(),
    ],
    { status: 'running', endedAt: null, step: 2 },
  ),
]

export function failed(id: string, failure: ModelFailure, change: Partial<Turn> = {}): Turn {
  return turn(id, [user(`${id}-u`, 'Summarise the open issues')], {
    status: 'failed',
    failure,
    ...change,
  })
}
