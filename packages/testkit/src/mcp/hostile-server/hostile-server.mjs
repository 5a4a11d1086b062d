import { badCalls } from './bad-calls.mjs'
import { respondToList } from './bad-lists.mjs'

/**
 * Where the response to one message goes: standard output, or the response to one HTTP request.
 * @typedef {object} Transport
 * @property {(message: object) => void} send
 * @property {(bytes: Buffer) => void} bytes a whole message, as it stands
 * @property {(bytes: Buffer) => void} begin the first part of a message whose rest never comes
 */

/** @typedef {{ id?: string | number, method?: string, params?: Record<string, any>, result?: unknown, error?: { code: number } }} Message */
/** @typedef {{ era: 'legacy' | 'modern' }} HostileServerOptions */
/** @typedef {ReturnType<typeof createHostileServer>} HostileServer */

const listMethods = new Map([
  ['tools/list', 'tools'],
  ['prompts/list', 'prompts'],
  ['resources/list', 'resources'],
])
const capabilities = { tools: { listChanged: true }, prompts: {}, resources: {} }
const serverInfo = { name: 'hostile', version: '1.0.0' }

/**
 * A server that shakes hands as it should and goes wrong in the way of the tool that is called;
 * the tool `set-lists` chooses how its lists go wrong.
 * @param {HostileServerOptions} options
 */
export function createHostileServer({ era }) {
  /** @type {Map<string, (response: Message) => void>} */
  const asked = new Map()
  /** @type {Map<string | number, () => void>} */
  const cancelled = new Map()
  /** @type {Set<() => void>} */
  const listened = new Set()
  /** @type {Transport | undefined} */
  let subscription
  let count = 0
  const server = {
    era,
    /** Fault of the lists. */
    lists: 'plain',
    /** Grows when the tools change. */
    generation: 0,
    /** Times that a cursor was refused since the mode was chosen. */
    refusals: 0,
    /** @type {(() => void)[]} */
    held: [],
    receive,
    /** @param {object} result */
    complete: (result) => (era === 'modern' ? { resultType: 'complete', ...result } : result),
    /**
     * Asks the client something and gives its response.
     * @param {Transport} transport @param {string} method @param {object} params
     * @returns {Promise<Message>}
     */
    ask(transport, method, params) {
      const id = `hostile-${(count += 1)}`
      transport.send({ jsonrpc: '2.0', id, method, params })
      return new Promise((resolve) => asked.set(id, resolve))
    },
    /** @param {string | number} id @returns {Promise<void>} */
    untilCancelled: (id) => new Promise((resolve) => cancelled.set(id, resolve)),
    /** @returns {Promise<void>} when the tools are listed next */
    untilListed: () => new Promise((resolve) => listened.add(resolve)),
    /** @param {Transport} transport that of a running call; used where changes need no subscription */
    sendToolsChanged(transport) {
      const method = 'notifications/tools/list_changed'
      if (era === 'legacy') transport.send({ jsonrpc: '2.0', method })
      else subscription?.send({ jsonrpc: '2.0', method, params: { _meta: subscriptionMeta } })
    },
  }
  /** @type {Record<string, unknown>} */
  let subscriptionMeta = {}

  /**
   * Resolves when nothing more is to be sent for the message.
   * @param {Message} message @param {Transport} transport
   * @returns {Promise<void>}
   */
  async function receive(message, transport) {
    const { id, method, params = {} } = message
    if (method === undefined) {
      asked.get(String(id))?.(message)
      return
    }
    if (method === 'notifications/cancelled') cancelled.get(params['requestId'])?.()
    if (id === undefined) return
    /** @param {object} result */
    const reply = (result) =>
      transport.send({ jsonrpc: '2.0', id, result: server.complete(result) })
    /** @param {number} code @param {string} text */
    const refuse = (code, text) =>
      transport.send({ jsonrpc: '2.0', id, error: { code, message: text } })
    const kind = listMethods.get(method)
    if (kind !== undefined) {
      respondToList(server, kind, { cursor: params['cursor'], reply, refuse })
      if (kind === 'tools') for (const resolve of listened) resolve()
      listened.clear()
    } else if (method === 'tools/call') {
      await callTool(message, transport, reply)
    } else if (method === 'ping') {
      reply({})
    } else if (method === 'initialize' && era === 'legacy') {
      reply({ protocolVersion: params['protocolVersion'], capabilities, serverInfo })
    } else if (method === 'server/discover' && era === 'modern') {
      const supportedVersions = ['2026-07-28']
      reply({ supportedVersions, capabilities, ttlMs: 0, cacheScope: 'private' })
    } else if (method === 'subscriptions/listen' && era === 'modern') {
      subscriptionMeta = { 'io.modelcontextprotocol/subscriptionId': id }
      subscription = transport
      const honored = { _meta: subscriptionMeta, notifications: { toolsListChanged: true } }
      const acknowledged = 'notifications/subscriptions/acknowledged'
      transport.send({ jsonrpc: '2.0', method: acknowledged, params: honored })
      await new Promise(() => {})
    } else refuse(-32601, `Method not found: ${method}`)
  }

  /** @param {Message} message @param {Transport} transport @param {(result: object) => void} reply */
  async function callTool({ id = 0, params = {} }, transport, reply) {
    /** @param {string} [text] */
    const ok = (text = 'ok') => reply({ content: [{ type: 'text', text }] })
    const name = String(params['name'])
    const given = params['arguments'] ?? {}
    if (name === 'set-lists') {
      server.lists = given.mode
      server.refusals = 0
      return ok()
    }
    const token = params['_meta']?.progressToken
    const run = badCalls[name]?.run
    if (run === undefined) return ok(name)
    await run({ id, token, given, transport, server, reply, ok })
  }

  return server
}
