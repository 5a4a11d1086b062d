import type { JsonObject } from '@gatehouse/domain'

/** A good stream of one API, and the paths of its fields that no reader uses. */
export interface RecordedStream {
  events: JsonObject[]
  /** The event with the reason of the end. What comes before it is no whole answer. */
  end: number
  /** Lines without fields of server-sent events. */
  isNdjson?: true
  /** A mark after the last event. */
  done?: true
  /** Fields that may hold anything, or be absent. */
  unused: readonly string[]
  /** Fields of which a value of another type makes the answer unreadable. */
  used: readonly { event: number; path: readonly (string | number)[] }[]
}

const chunk = (delta: JsonObject, finish: string | null = null): JsonObject => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_750_000_000,
  model: 'm',
  system_fingerprint: 'fp_1',
  choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
})
const callChunk = (index: number, call: JsonObject): JsonObject =>
  chunk({ tool_calls: [{ index, ...call }] })

const chat: RecordedStream = {
  done: true,
  end: 9,
  events: [
    chunk({ role: 'assistant', content: null, reasoning_content: 'The file ' }),
    chunk({ reasoning_content: 'first. 漢字' }),
    chunk({ content: 'Reading ' }),
    chunk({ content: '“ü” 😀 now.' }),
    callChunk(0, { id: 'call_a', type: 'function', function: { name: 'read', arguments: '' } }),
    callChunk(0, { function: { arguments: '{"path":' } }),
    callChunk(0, { function: { arguments: '"/a"}' } }),
    callChunk(1, { id: 'call_b', type: 'function', function: { name: 'list', arguments: '{"n"' } }),
    callChunk(1, { function: { arguments: ':2}' } }),
    chunk({}, 'tool_calls'),
    { ...chunk({}), choices: [], usage: { prompt_tokens: 9, completion_tokens: 7 } },
  ],
  unused: ['id', 'object', 'created', 'model', 'system_fingerprint', 'logprobs', 'role', 'type'],
  used: [
    { event: 2, path: ['choices', 0, 'delta', 'content'] },
    { event: 3, path: ['choices', 0, 'delta'] },
    { event: 4, path: ['choices', 0, 'delta', 'tool_calls'] },
    { event: 4, path: ['choices', 0, 'delta', 'tool_calls', 0, 'function'] },
    { event: 6, path: ['choices', 0, 'delta', 'tool_calls', 0, 'function', 'arguments'] },
    { event: 9, path: ['choices', 0, 'finish_reason'] },
  ],
}

const responseItem = (output_index: number, item: JsonObject): JsonObject => ({
  type: 'response.output_item.added',
  output_index,
  item,
})
const response = (status: string, more: JsonObject = {}): JsonObject => ({
  type: status === 'completed' ? 'response.completed' : 'response.created',
  response: { id: 'resp_1', object: 'response', created_at: 1, model: 'm', status, ...more },
})
const functionCall = (id: string, callId: string, name: string): JsonObject => ({
  type: 'function_call',
  id,
  call_id: callId,
  name,
  arguments: '',
})
const responses: RecordedStream = {
  end: 15,
  events: [
    response('in_progress'),
    responseItem(0, { type: 'reasoning', id: 'rs_1', summary: [] }),
    {
      type: 'response.reasoning_summary_text.delta',
      item_id: 'rs_1',
      output_index: 0,
      summary_index: 0,
      delta: 'The file first. 漢字',
    },
    {
      type: 'response.output_item.done',
      output_index: 0,
      item: { type: 'reasoning', id: 'rs_1', encrypted_content: 'c2VhbGVk' },
    },
    responseItem(1, { type: 'message', id: 'msg_1', role: 'assistant' }),
    {
      type: 'response.output_text.delta',
      item_id: 'msg_1',
      output_index: 1,
      content_index: 0,
      delta: 'Reading ',
    },
    {
      type: 'response.output_text.delta',
      item_id: 'msg_1',
      output_index: 1,
      content_index: 0,
      delta: '“ü” 😀 now.',
    },
    {
      type: 'response.output_text.done',
      item_id: 'msg_1',
      output_index: 1,
      content_index: 0,
      text: 'Reading “ü” 😀 now.',
    },
    responseItem(2, functionCall('fc_1', 'call_a', 'read')),
    {
      type: 'response.function_call_arguments.delta',
      item_id: 'fc_1',
      output_index: 2,
      delta: '{"path":',
    },
    {
      type: 'response.function_call_arguments.delta',
      item_id: 'fc_1',
      output_index: 2,
      delta: '"/a"}',
    },
    {
      type: 'response.output_item.done',
      output_index: 2,
      item: { ...functionCall('fc_1', 'call_a', 'read'), arguments: '{"path":"/a"}' },
    },
    responseItem(3, functionCall('fc_2', 'call_b', 'list')),
    {
      type: 'response.function_call_arguments.delta',
      item_id: 'fc_2',
      output_index: 3,
      delta: '{"n":2}',
    },
    {
      type: 'response.output_item.done',
      output_index: 3,
      item: { ...functionCall('fc_2', 'call_b', 'list'), arguments: '{"n":2}' },
    },
    response('completed', { usage: { input_tokens: 9, output_tokens: 7 } }),
  ],
  unused: ['created_at', 'model', 'role', 'sequence_number', 'annotations', 'logprobs', 'store'],
  used: [
    { event: 5, path: ['delta'] },
    { event: 9, path: ['delta'] },
    { event: 11, path: ['item', 'arguments'] },
    { event: 15, path: ['response', 'status'] },
  ],
}

const block = (index: number, content_block: JsonObject): JsonObject => ({
  type: 'content_block_start',
  index,
  content_block,
})
const blockDelta = (index: number, delta: JsonObject): JsonObject => ({
  type: 'content_block_delta',
  index,
  delta,
})
const blockStop = (index: number): JsonObject => ({ type: 'content_block_stop', index })
const messages: RecordedStream = {
  end: 15,
  events: [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_sequence: null,
        usage: { input_tokens: 9, output_tokens: 1 },
      },
    },
    block(0, { type: 'thinking', thinking: '', signature: '' }),
    blockDelta(0, { type: 'thinking_delta', thinking: 'The file first. 漢字' }),
    blockDelta(0, { type: 'signature_delta', signature: 'c2lnbmVk' }),
    blockStop(0),
    block(1, { type: 'text', text: '' }),
    blockDelta(1, { type: 'text_delta', text: 'Reading ' }),
    blockDelta(1, { type: 'text_delta', text: '“ü” 😀 now.' }),
    blockStop(1),
    block(2, { type: 'tool_use', id: 'call_a', name: 'read', input: {} }),
    blockDelta(2, { type: 'input_json_delta', partial_json: '{"path":' }),
    blockDelta(2, { type: 'input_json_delta', partial_json: '"/a"}' }),
    blockStop(2),
    block(3, { type: 'tool_use', id: 'call_b', name: 'list', input: {} }),
    blockDelta(3, { type: 'input_json_delta', partial_json: '{"n":2}' }),
    {
      type: 'message_delta',
      delta: { stop_reason: 'tool_use', stop_sequence: null },
      usage: { output_tokens: 7 },
    },
    { type: 'message_stop' },
  ],
  unused: ['model', 'role', 'stop_sequence', 'citations', 'container'],
  used: [
    { event: 6, path: ['delta', 'text'] },
    { event: 7, path: ['delta'] },
    { event: 9, path: ['content_block', 'name'] },
    { event: 11, path: ['delta', 'partial_json'] },
    { event: 15, path: ['delta', 'stop_reason'] },
  ],
}

const candidate = (parts: JsonObject[], more: JsonObject = {}): JsonObject => ({
  candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }],
  usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 7, totalTokenCount: 16 },
  modelVersion: 'm',
  responseId: 'r',
})
const gemini: RecordedStream = {
  end: 4,
  events: [
    candidate([{ text: 'The file first. 漢字', thought: true }]),
    candidate([{ text: 'Reading ' }]),
    candidate([{ text: '“ü” 😀 now.' }]),
    candidate([
      {
        functionCall: { id: 'call_a', name: 'read', args: { path: '/a' } },
        thoughtSignature: 'c2lnbmVk',
      },
      { functionCall: { id: 'call_b', name: 'list', args: { n: 2 } } },
    ]),
    candidate([{ text: '' }], { finishReason: 'STOP', safetyRatings: [] }),
  ],
  unused: ['role', 'index', 'modelVersion', 'responseId', 'safetyRatings', 'totalTokenCount'],
  used: [
    { event: 1, path: ['candidates', 0, 'content', 'parts', 0, 'text'] },
    { event: 2, path: ['candidates', 0, 'content'] },
    { event: 3, path: ['candidates', 0, 'content', 'parts', 0, 'functionCall'] },
    { event: 3, path: ['candidates', 0, 'content', 'parts', 0, 'functionCall', 'args'] },
    { event: 4, path: ['candidates', 0, 'finishReason'] },
  ],
}

const line = (message: JsonObject, more: JsonObject = {}): JsonObject => ({
  model: 'm',
  created_at: '2026-11-01T00:00:00Z',
  message: { role: 'assistant', ...message },
  done: false,
  ...more,
})
const ollama: RecordedStream = {
  isNdjson: true,
  end: 4,
  events: [
    line({ content: '', thinking: 'The file first. 漢字' }),
    line({ content: 'Reading ' }),
    line({ content: '“ü” 😀 now.' }),
    line({
      content: '',
      tool_calls: [
        { id: 'call_a', function: { name: 'read', arguments: { path: '/a' } } },
        { id: 'call_b', function: { name: 'list', arguments: { n: 2 } } },
      ],
    }),
    line({ content: '' }, { done: true, done_reason: 'stop', prompt_eval_count: 9, eval_count: 7 }),
  ],
  unused: ['model', 'created_at', 'role', 'total_duration', 'load_duration'],
  used: [
    { event: 1, path: ['message', 'content'] },
    { event: 2, path: ['message'] },
    { event: 3, path: ['message', 'tool_calls'] },
    { event: 3, path: ['message', 'tool_calls', 0, 'function', 'arguments'] },
    { event: 4, path: ['done_reason'] },
  ],
}

/** One stream of each API; all of them hold the same answer. */
export const RECORDED_STREAMS = {
  'chat completions': { kind: 'openai-compatible', stream: chat },
  Responses: { kind: 'openai-responses', stream: responses },
  messages: { kind: 'anthropic', stream: messages },
  Gemini: { kind: 'google', stream: gemini },
  Ollama: { kind: 'openai-compatible', stream: ollama },
} as const
