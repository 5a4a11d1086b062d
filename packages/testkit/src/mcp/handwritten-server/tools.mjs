import { setTimeout as delay } from 'node:timers/promises'
import { clientRequestTools } from './client-request-tools.mjs'
import { headerParameterTools } from './header-parameter-tools.mjs'
import { multiRoundTripTools } from './multi-round-trip-tools.mjs'

/** @typedef {import('./peer.mjs').Peer} Peer */
/** @typedef {import('./responders.mjs').Request} Request */
/** @typedef {(peer: Peer, params: Record<string, any>, request: Request) => any} Run */
/** @typedef {{ name: string, inputSchema: object, run: Run, [key: string]: unknown }} ServerTool */

const anything = { type: 'object' }
const picture = 'iVBORw0KGgo='
const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

/** @param {string} value */
const text = (value) => ({ content: [{ type: 'text', text: value }] })

/** @param {string} name @param {Run} run @param {Record<string, unknown>} [more] @returns {ServerTool} */
const tool = (name, run, more = {}) => ({ name, inputSchema: anything, ...more, run })

/** @type {ServerTool[]} */
const list = [
  tool('echo', (_peer, { arguments: given }) => text(given.text), {
    title: 'Echo',
    description: 'Says it again.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    annotations: { readOnlyHint: true, openWorldHint: false },
    icons: [
      { src: 'javascript:alert(1)' },
      { src: `data:image/png;base64,${picture}`, mimeType: 'image/png', sizes: ['48x48'] },
    ],
    _meta: { 'example.com/kept': true },
  }),
  tool('fail', () => ({ ...text('The disk is full.'), isError: true })),
  tool('content', () => ({
    content: [
      { type: 'text', text: 'one', annotations: { audience: ['user'], priority: 1 } },
      { type: 'image', data: picture, mimeType: 'image/png', _meta: { 'example.com/kept': 2 } },
      { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
      {
        type: 'resource_link',
        uri: 'protocol://note/1',
        name: 'note-1',
        title: 'Note 1',
        description: 'The first note.',
        mimeType: 'text/markdown',
        size: 12,
      },
      {
        type: 'resource',
        resource: { uri: 'protocol://note/2', mimeType: 'text/markdown', text: 'two' },
      },
      {
        type: 'resource',
        resource: {
          uri: 'protocol://bytes',
          mimeType: 'application/octet-stream',
          blob: 'AAECAw==',
        },
      },
    ],
    _meta: { 'example.com/kept': 'yes' },
  })),
  tool(
    'measure',
    (_peer, { arguments: given }) => {
      const celsius = given.broken ? 'warm' : 21.5
      return { ...text(`${celsius}`), structuredContent: { celsius } }
    },
    {
      outputSchema: {
        type: 'object',
        properties: { celsius: { type: 'number' } },
        required: ['celsius'],
      },
    },
  ),
  tool('grow', (peer) => {
    peer.grown = true
    peer.publish('notifications/tools/list_changed', 'toolsListChanged')
    return text('grown')
  }),
  tool('touch', (peer, { arguments: given }) => {
    if (peer.era === 'modern' || peer.watched.has(given.uri))
      peer.publish('notifications/resources/updated', 'resourceSubscriptions', { uri: given.uri })
    return text('touched')
  }),
  tool('notice', (peer, params, { id }) => {
    const wanted =
      peer.era === 'legacy' ? peer.level : params['_meta']?.['io.modelcontextprotocol/logLevel']
    for (const level of levels) {
      // Without a level in the request a modern server sends no notice at all.
      if (wanted === undefined || levels.indexOf(level) < levels.indexOf(wanted)) continue
      const notice = { level, logger: 'protocol', data: `said at ${level}` }
      peer.send({ jsonrpc: '2.0', method: 'notifications/message', params: notice }, id)
    }
    return text('noticed')
  }),
  tool('progress', async (peer, params, { id, signal }) => {
    const progressToken = params['_meta']?.progressToken
    const { ticks = [1, 3, 2, 4], everyMs = 30 } = params['arguments'] ?? {}
    for (const progress of ticks) {
      await delay(everyMs, undefined, { signal })
      const notice = { progressToken, progress, total: 4, message: `at ${progress}` }
      peer.send({ jsonrpc: '2.0', method: 'notifications/progress', params: notice }, id)
    }
    return text('finished')
  }),
  tool('wait', async (_peer, { arguments: given }, { signal }) => {
    await delay(given.ms ?? 60_000, undefined, { signal })
    return text('too late')
  }),
  tool('dropped', async (_peer, _params, { signal }) => {
    await delay(50, undefined, { signal })
    return text('after the loss')
  }),
  tool('count-roots-changes', (peer) => text(String(peer.rootsChangedCount))),
  tool('late', async (peer, _params, { id, signal }) => {
    peer.begun.push('late')
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    peer.stopped.push('late')
    await delay(50)
    peer.send({ jsonrpc: '2.0', id, result: { resultType: 'complete', ...text('too late') } }, id)
    return undefined
  }),
  tool('report', ({ begun, cancelled, stopped }) =>
    text(JSON.stringify({ begun, cancelled, stopped })),
  ),
  tool('mute', (peer) => {
    // This request was let in already, and still gets its response.
    peer.isMuted = true
    return text('From now on no request gets a response.')
  }),
  ...clientRequestTools,
  ...headerParameterTools,
  ...multiRoundTripTools,
]

/** By name. @type {Record<string, ServerTool>} */
export const tools = Object.fromEntries(list.map((each) => [each.name, each]))
