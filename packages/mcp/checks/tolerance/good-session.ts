import { ABSENT, render, type Changes, type Places, type Template } from './optional-members.ts'

export type Era = 'legacy' | 'modern'
type Message = Record<string, unknown> & { method?: unknown }

const info = { name: 'good', version: '1', 'title?': 'Good', 'description?': 'x', 'icons?': [] }
const capabilities = {
  tools: { 'listChanged?': ABSENT },
  prompts: {},
  resources: { 'subscribe?': ABSENT },
  completions: {},
  logging: {},
  'experimental?': ABSENT,
}
const meta = { '_meta?': { 'x/note?': 'kept' } }
const annotations = {
  'annotations?': { 'audience?': ['user'], 'priority?': 1, 'lastModified?': ABSENT },
}
const inputSchema = {
  type: 'object',
  'title?': 'In',
  'properties?': {
    n: { 'type?': 'number', 'description?': 'a number', default: null },
    title: { type: 'string' },
  },
  'required?': ['n'],
  'additionalProperties?': false,
}

/** The results of a good server by method, with every member that it may leave out marked. */
const results: Record<string, Template> = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities,
    serverInfo: info,
    'instructions?': 'Be good.',
    ...meta,
  },
  'server/discover': {
    'resultType?': 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities,
    'instructions?': 'Be good.',
    'ttlMs?': 0,
    'cacheScope?': 'private',
    '_meta?': { 'io.modelcontextprotocol/serverInfo?': info },
  },
  'tools/list': {
    'tools?': [
      {
        name: 'echo',
        'title?': 'Echo',
        'description?': 'Says it again',
        inputSchema,
        'outputSchema?': { type: 'object', 'properties?': { n: { type: 'number' } } },
        'annotations?': { 'title?': 'E', 'readOnlyHint?': true, 'destructiveHint?': ABSENT },
        'icons?': [
          {
            src: 'https://example.org/a.png',
            'mimeType?': 'image/png',
            'sizes?': ['any'],
            'theme?': ABSENT,
          },
        ],
        'execution?': { 'taskSupport?': 'forbidden' },
        ...meta,
      },
      { name: 'ask', inputSchema: { type: 'object' }, 'outputSchema?': ABSENT },
    ],
    'nextCursor?': ABSENT,
  },
  'tools/call': {
    'content?': [
      { type: 'text', text: 'done', ...annotations, ...meta },
      {
        type: 'resource_link',
        uri: 'x://a',
        name: 'a',
        'title?': 'A',
        'description?': 'b',
        'mimeType?': 'a/b',
        'size?': 3,
      },
      {
        type: 'resource',
        resource: { uri: 'x://b', 'mimeType?': 'text/plain', text: 'x', 'blob?': ABSENT },
      },
      { type: 'image', data: 'AAAA', mimeType: 'image/png', ...annotations },
    ],
    'structuredContent?': { n: 1, none: null },
    'isError?': false,
    ...meta,
  },
  'prompts/list': {
    'prompts?': [
      {
        name: 'p',
        'title?': 'P',
        'description?': 'd',
        'arguments?': [{ name: 'a', 'title?': 'A', 'description?': 'd', 'required?': true }],
        'icons?': ABSENT,
        ...meta,
      },
    ],
    'nextCursor?': ABSENT,
  },
  'prompts/get': {
    'description?': 'd',
    messages: [{ role: 'user', content: { type: 'text', text: 'hi', ...annotations } }],
    ...meta,
  },
  'resources/list': {
    'resources?': [
      {
        uri: 'x://a',
        name: 'a',
        'title?': 'A',
        'description?': 'd',
        'mimeType?': 'a/b',
        'size?': 3,
        ...annotations,
      },
    ],
    'nextCursor?': ABSENT,
  },
  'resources/templates/list': {
    'resourceTemplates?': [
      {
        uriTemplate: 'x://{a}',
        name: 't',
        'title?': 'T',
        'description?': 'd',
        'mimeType?': 'a/b',
        ...annotations,
      },
    ],
    'nextCursor?': ABSENT,
  },
  'resources/read': {
    contents: [{ uri: 'x://a', 'mimeType?': 'a/b', text: 'x', 'blob?': ABSENT, ...meta }],
    ...meta,
  },
  'completion/complete': {
    completion: { values: ['a', 'b'], 'total?': 2, 'hasMore?': false },
    ...meta,
  },
}

/** Members that a result has in the modern era only. */
const modern = {
  'resultType?': 'complete',
  'ttlMs?': 0,
  'cacheScope?': 'private',
}

const form = {
  message: 'Which?',
  requestedSchema: {
    type: 'object',
    'title?': 'T',
    properties: {
      city: {
        type: 'string',
        'title?': 'City',
        'minLength?': 1,
        'description?': 'x',
        'default?': ABSENT,
      },
      size: { type: 'string', oneOf: [{ const: 's', title: 'S' }], 'default?': 's' },
      many: {
        type: 'array',
        items: { type: 'string', enum: ['x'] },
        'minItems?': 0,
        'maxItems?': ABSENT,
      },
    },
    'required?': ['city'],
  },
  '_meta?': ABSENT,
}
const elicitation = { method: 'elicitation/create', params: { 'mode?': 'form', ...form } }

const unknownMethod = {
  error: { code: -32_601, message: 'No.', 'data?': ABSENT },
  'result?': ABSENT,
}

/** The notifications that come before the result of a call. */
function notificationsOf(token: unknown): (Template & { method: string })[] {
  const level = { level: 'info', 'logger?': 'l', data: { a: null } }
  return [
    { method: 'notifications/message', params: { ...level, '_meta?': ABSENT } },
    {
      method: 'notifications/progress',
      params: {
        progressToken: token,
        progress: 1,
        'total?': 2,
        'message?': 'half',
        '_meta?': ABSENT,
      },
    },
    { method: 'notifications/prompts/list_changed', 'params?': {} },
    { method: 'notifications/resources/updated', params: { uri: 'x://a', '_meta?': ABSENT } },
  ]
}

/** One session of a good server: what it sends for each message, with the changes of the session. */
export interface GoodServer {
  /** The messages that the server sends in return; `undefined` once a response of the host is awaited. */
  respond(message: Message): Message[]
  places: Places
}

export function createGoodServer(era: Era, changes: Changes): GoodServer {
  const places: Places = { optional: new Set(), objects: new Set() }
  const made = (template: Template, path: string): Message =>
    render({ jsonrpc: '2.0', ...template }, path, { changes, places }) as Message
  const response = (id: unknown, result: Template, path: string) =>
    made({ id, result, 'error?': ABSENT, 'method?': ABSENT, 'params?': ABSENT }, path)
  let asking: unknown

  function call(message: Message): Message[] {
    const { id, params } = message as { id: unknown; params: Record<string, unknown> }
    const { progressToken } = (params['_meta'] ?? {}) as { progressToken?: unknown }
    const result = {
      ...results['tools/call'],
      ...(era === 'modern' ? { 'resultType?': 'complete' } : {}),
    }
    if (params['name'] !== 'ask') {
      const notes = notificationsOf(progressToken).map((note) => made(note, note.method))
      return [...notes, response(id, result, 'tools/call')]
    }
    if (era === 'legacy') {
      asking = id
      return [made({ id: 'ask-1', ...elicitation }, 'elicitation')]
    }
    const answers = params['inputResponses'] as Record<string, unknown> | undefined
    if (answers) return [answered(id, answers['q'])]
    const rounds = {
      resultType: 'input_required',
      inputRequests: { q: elicitation },
      'requestState?': 's',
      ...meta,
    }
    return [response(id, rounds, 'input_required')]
  }

  const answered = (id: unknown, answer: unknown): Message =>
    response(
      id,
      {
        content: [{ type: 'text', text: JSON.stringify(answer) }],
        ...(era === 'modern' ? modern : {}),
      },
      'answered',
    )

  return {
    places,
    respond(message) {
      const { id, method } = message
      if (method === undefined)
        return asking === undefined ? [] : [answered(asking, message['result'])]
      if (id === undefined) return []
      if (method === 'tools/call') return call(message)
      const name = typeof method === 'string' ? method : ''
      const isKnown = name !== (era === 'legacy' ? 'server/discover' : 'initialize')
      const result = isKnown ? results[name] : undefined
      if (!result) return [made({ id, ...unknownMethod }, 'refused')]
      const isModern = era === 'modern' && method !== 'server/discover'
      return [response(id, { ...result, ...(isModern ? modern : {}) }, name)]
    },
  }
}
