import { skills } from './skills.mjs'
import { tools } from './tools.mjs'

/** @typedef {import('./peer.mjs').Peer} Peer */
/** @typedef {{ id: string | number, signal: AbortSignal }} Request */
/** @typedef {(peer: Peer, params: Record<string, any>, request: Request) => any} Responder */

const serverInfo = { name: 'handwritten-server', title: 'Handwritten server', version: '3.2.1' }
const fresh = { ttlMs: 60_000, cacheScope: 'private' }
const pages = 10
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='

const capabilities = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  completions: {},
  logging: {},
  extensions: { 'io.modelcontextprotocol/skills': {} },
}

/** @param {number} code @param {string} message @param {unknown} [data] */
const refusal = (code, message, data) => Object.assign(new Error(message), { code, data })

/** @param {Peer} peer */
const onlyLegacy = (peer) => {
  if (peer.era === 'modern') throw refusal(-32601, 'Method not found')
}

/** One page of twenty things at a time, by an opaque cursor. @param {string} key @param {any[]} all @param {Record<string, any>} params */
function page(key, all, params) {
  const index = params['cursor'] === undefined ? 0 : Number(String(params['cursor']).split('~')[1])
  const size = Math.ceil(all.length / pages)
  const next = index + 1 < pages ? { nextCursor: `opaque~${index + 1}~${key}` } : {}
  return { [key]: all.slice(index * size, (index + 1) * size), ...next, ...fresh }
}

const resources = Array.from({ length: 30 }, (_, index) => ({
  uri: `protocol://note/${index}`,
  name: `note-${index}`,
  title: `Note ${index}`,
  mimeType: 'text/markdown',
  annotations: { audience: ['user'], priority: 0.5 },
  _meta: { 'example.com/kept': index },
}))

const cities = ['Basel', 'Bern', 'Biel', 'Zürich']

/** Every request that this server knows, in both eras. @type {Record<string, Responder>} */
export const responders = {
  initialize: (peer, params) => {
    onlyLegacy(peer)
    peer.clientCapabilities = params['capabilities']
    // Without the wanted revision a server responds with one of its own (lifecycle, "Version Negotiation").
    return { protocolVersion: peer.revision, capabilities, serverInfo, instructions: 'Be brief.' }
  },
  'server/discover': (peer) => {
    if (peer.era === 'legacy') throw refusal(-32601, 'Method not found')
    return {
      supportedVersions: [peer.revision],
      capabilities,
      instructions: 'Be brief.',
      _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
      ...fresh,
    }
  },
  ping: (peer) => {
    onlyLegacy(peer)
    return {}
  },
  'logging/setLevel': (peer, params) => {
    onlyLegacy(peer)
    peer.level = params['level']
    return {}
  },
  'tools/list': (peer) => ({ tools: peer.tools(), ...fresh }),
  'tools/call': (peer, params, request) => {
    const tool = tools[params['name']]
    if (!tool) throw refusal(-32602, `Unknown tool: ${params['name']}`)
    return tool.run(peer, params, request)
  },
  'prompts/list': () => ({
    prompts: [
      {
        name: 'greet',
        title: 'Greet',
        arguments: [{ name: 'country', required: true }, { name: 'city' }],
      },
    ],
    ...fresh,
  }),
  'prompts/get': (_peer, { name, arguments: given = {} }) => {
    if (name !== 'greet') throw refusal(-32602, `Unknown prompt: ${name}`)
    const content = { type: 'text', text: `Greet ${given.city} in ${given.country}.` }
    return { description: 'A greeting', messages: [{ role: 'user', content }] }
  },
  'resources/list': (_peer, params) => page('resources', resources, params),
  'resources/templates/list': () => ({
    resourceTemplates: [{ uriTemplate: 'protocol://city{/name}{?lang}', name: 'city' }],
    ...fresh,
  }),
  'resources/read': (_peer, { uri }) => {
    if (uri.startsWith('protocol://picture'))
      return { contents: [{ uri, mimeType: 'image/png', blob: picture }], ...fresh }
    const file = skills.files.get(uri)
    if (file) return { contents: [file], ...fresh }
    if (!uri.startsWith('protocol://')) throw refusal(-32602, `Resource not found: ${uri}`)
    return { contents: [{ uri, mimeType: 'text/markdown', text: `# ${uri}` }], ...fresh }
  },
  'skills/list': (_peer, params) => page('skills', skills.listed, params),
  'skills/get': (_peer, { uri }) => {
    const skill = skills.entries.get(uri)
    if (!skill) throw refusal(-32602, `No skill is served at ${uri}`)
    return { skill, ...fresh }
  },
  'resources/subscribe': (peer, { uri }) => {
    onlyLegacy(peer)
    peer.watched.add(uri)
    return {}
  },
  'resources/unsubscribe': (peer, { uri }) => {
    onlyLegacy(peer)
    peer.watched.delete(uri)
    return {}
  },
  'subscriptions/listen': (peer, { notifications }, { id }) => {
    if (peer.era === 'legacy') throw refusal(-32601, 'Method not found')
    peer.listening.set(id, notifications)
    const params = { notifications, _meta: { 'io.modelcontextprotocol/subscriptionId': id } }
    const method = 'notifications/subscriptions/acknowledged'
    peer.send({ jsonrpc: '2.0', method, params }, id)
    return undefined
  },
  'completion/complete': (_peer, { argument, context }) => {
    const values = cities.filter((city) => city.startsWith(argument.value))
    const country = context?.arguments?.country
    const kept = country === 'Liechtenstein' ? ['Vaduz'] : values
    return { completion: { values: kept, total: kept.length, hasMore: false } }
  },
}
