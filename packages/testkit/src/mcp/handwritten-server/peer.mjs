import { responders } from './responders.mjs'
import { tools } from './tools.mjs'

/**
 * One JSON-RPC message as it is on the wire.
 * @typedef {Record<string, any>} Message
 */

/**
 * Sends a message. `about` is the id of the client's request that it belongs to, if any, so that an HTTP transport
 * can put it on that request's stream.
 * @typedef {(message: Message, about?: string | number) => void} Send
 */

/** @typedef {{ era: 'legacy' | 'modern', revision: string, onMessage?: (message: Message) => void }} PeerOptions */

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId'

/**
 * The server's side of one session, written out message by message and not with an SDK, so that what
 * the client's SDK and the host understand of a revision is tested against the specification's words.
 */
export class Peer {
  /** @param {PeerOptions} options @param {Send} send */
  constructor(options, send) {
    this.era = options.era
    this.revision = options.revision
    this.onMessage = options.onMessage
    this.send = send
    this.grown = false
    this.level = 'info'
    /** @type {Record<string, any>} */
    this.clientCapabilities = {}
    /** @type {Set<string>} */
    this.watched = new Set()
    /** Open `subscriptions/listen` requests of the modern era by id. @type {Map<string | number, Record<string, any>>} */
    this.listening = new Map()
    /** @type {Map<string | number, AbortController>} */
    this.running = new Map()
    /** @type {Map<string, { about: string | number, resolve(value: any): void, reject(error: Error): void }>} */
    this.asked = new Map()
    this.asks = 0
    /** Ends `need-url`; set by that tool. @type {(() => void) | undefined} */
    this.finish = undefined
    /** @type {Set<string>} */
    this.finished = new Set()
    this.rootsChangedCount = 0
    /** Content of each retry of `ask-twice`. @type {Record<string, any>[]} */
    this.rounds = []
    /** Cancellations that came. @type {{ requestId: string | number, reason?: string }[]} */
    this.cancelled = []
    /** Tools whose work began, where they note it. @type {string[]} */
    this.begun = []
    /** Tools whose work was stopped by the client. @type {string[]} */
    this.stopped = []
    /** From now on no request gets a response. */
    this.isMuted = false
  }

  /** @param {Message | Message[]} received the messages of a batch are handled one by one, as 2025-03-26 allows */
  receive(received) {
    for (const message of Array.isArray(received) ? received : [received]) {
      this.onMessage?.(message)
      if (message.method === undefined) this.#takeResponse(message)
      else if (message.id === undefined) this.#takeNotice(message)
      else void this.#respond(message)
    }
  }

  /** Sends to whoever listens for it: at once in the legacy era, by subscription in the modern one. @param {string} method @param {string} filter @param {Record<string, any>} [params] */
  publish(method, filter, params = {}) {
    if (this.era === 'legacy') {
      this.send({ jsonrpc: '2.0', method, params })
      return
    }
    for (const [id, wanted] of this.listening) {
      const asked = wanted[filter]
      if (asked !== true && !(Array.isArray(asked) && asked.includes(params['uri']))) continue
      this.send(
        { jsonrpc: '2.0', method, params: { ...params, _meta: { [SUBSCRIPTION]: id } } },
        id,
      )
    }
  }

  /**
   * Asks the client while its request `about.id` is under way (legacy era).
   * @param {string} method
   * @param {Record<string, any>} params
   * @param {{ id: string | number, own?: string }} about `own`: the id of this request
   * @returns {Promise<any>}
   */
  ask(method, params, { id: about, own }) {
    const id = own ?? `ask-${(this.asks += 1)}`
    this.send({ jsonrpc: '2.0', id, method, params }, about)
    return new Promise((resolve, reject) => this.asked.set(id, { about, resolve, reject }))
  }

  /**
   * Takes back what it asked with labels that begin so, and says of pages which it asked for so that they were
   * visited (legacy era).
   * @param {string} beginning
   */
  takeBack(beginning) {
    for (const [id, { about, reject }] of this.asked) {
      if (!id.startsWith(beginning)) continue
      this.asked.delete(id)
      const params = { requestId: id, reason: 'finished' }
      this.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }, about)
      reject(Object.assign(new Error('It was taken back.'), { code: -32000 }))
    }
    for (const elicitationId of this.finished) {
      if (!elicitationId.startsWith(beginning)) continue
      const method = 'notifications/elicitation/complete'
      this.send({ jsonrpc: '2.0', method, params: { elicitationId } })
    }
  }

  /** @param {Message} message */
  #takeResponse(message) {
    const waiting = this.asked.get(message.id)
    this.asked.delete(message.id)
    const { error } = message
    if (error) waiting?.reject(Object.assign(new Error(error.message), { code: error.code }))
    else waiting?.resolve(message.result)
  }

  /** @param {Message} message */
  #takeNotice(message) {
    if (message.method === 'notifications/cancelled') {
      const { requestId } = message.params
      this.cancelled.push(message.params)
      this.listening.delete(requestId)
      this.running.get(requestId)?.abort()
    }
    if (message.method === 'notifications/roots/list_changed') this.rootsChangedCount += 1
  }

  /** @param {Message} message */
  async #respond(message) {
    const { id, method, params = {} } = message
    if (this.isMuted) return
    const controller = new AbortController()
    this.running.set(id, controller)
    const respond = responders[method]
    try {
      if (!respond) throw Object.assign(new Error('Method not found'), { code: -32601 })
      const result = await respond(this, params, { id, signal: controller.signal })
      if (result === undefined || controller.signal.aborted) return
      this.send({ jsonrpc: '2.0', id, result: this.#complete(result) }, id)
    } catch (error) {
      if (controller.signal.aborted) return void this.stopped.push(params.name ?? method)
      const { code = -32603, message: text, data } = /** @type {any} */ (error)
      this.send({ jsonrpc: '2.0', id, error: { code, message: text, data } }, id)
    } finally {
      this.running.delete(id)
    }
  }

  /** @param {Record<string, any>} result */
  #complete(result) {
    return this.era === 'modern' && result['resultType'] === undefined
      ? { resultType: 'complete', ...result }
      : result
  }

  /** Returns the present content of `tools/list`. */
  tools() {
    const own = Object.values(tools).map(({ run: _run, ...tool }) => tool)
    return this.grown ? [...own, { name: 'grown', inputSchema: { type: 'object' } }] : own
  }
}
