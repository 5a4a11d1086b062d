import {
  isOver,
  outstanding,
  questionOf,
  resultOf,
  statusOf,
  taskTools,
} from './task-repository.mjs'

/** @typedef {import('./task-repository.mjs').TaskRepository} TaskRepository */
/** @typedef {import('./task-repository.mjs').Kept} Kept */
/** @typedef {Record<string, any>} Message */
/** @typedef {(message: Message, about?: string | number) => void} Send */

const EXTENSION = 'io.modelcontextprotocol/tasks'
const RELATED = 'io.modelcontextprotocol/related-task'
const serverInfo = { name: 'task-server', title: 'Task server', version: '1.0.0' }
const fresh = { ttlMs: 60_000, cacheScope: 'private' }

/** @param {number} code @param {string} message @param {unknown} [data] */
const refusal = (code, message, data) => Object.assign(new Error(message), { code, data })
/** @param {number} ms */
const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** One client of a server whose tools run as tasks, in the words of either era, without an SDK. */
export class TaskPeer {
  /** @param {{ era: 'legacy' | 'modern', tasks: TaskRepository, noCancel?: boolean }} options @param {Send} send */
  constructor(options, send) {
    this.era = options.era
    this.tasks = options.tasks
    this.noCancel = options.noCancel ?? false
    this.send = send
    this.asks = 0
    /** @type {Map<string, (response: Message) => void>} */
    this.asked = new Map()
    /** Keys that were asked of the person already. @type {Set<string>} */
    this.put = new Set()
    /** @type {Map<string | number, string[]>} */
    this.listening = new Map()
  }

  /** @param {Message} message */
  async receive(message) {
    if (message['method'] === undefined) this.asked.get(message['id'])?.(message)
    if (message['id'] === undefined || message['method'] === undefined) return
    try {
      const result = await this.#handle(message)
      if (result !== undefined) this.#reply(message['id'], { result })
    } catch (error) {
      const { code = -32603, message: words, data } = /** @type {any} */ (error)
      this.#reply(message['id'], { error: { code, message: words, ...(data ? { data } : {}) } })
    }
  }

  /** @param {string | number} id @param {Message} body */
  #reply(id, body) {
    const { result } = body
    const kind = this.era === 'modern' && result && !result.resultType
    const whole = kind ? { result: { resultType: 'complete', ...result } } : body
    this.send({ jsonrpc: '2.0', id, ...whole }, id)
  }

  /** @param {Message} message @returns {Promise<Message | undefined> | Message | undefined} */
  #handle({ id, method, params = {} }) {
    const modern = this.era === 'modern'
    if (method.startsWith('tasks/') && modern) requireExtension(params)
    switch (method) {
      case modern ? 'server/discover' : 'initialize':
        return this.#greeting()
      case 'tools/list':
        return {
          tools: Object.entries(taskTools).map(([name, tool]) => listed(name, tool)),
          ...fresh,
        }
      case 'tools/call':
        return this.#call(params)
      case 'tasks/get':
        return this.#state(this.#find(params['taskId']), true)
      case 'tasks/cancel':
        return this.#cancel(this.#find(params['taskId']))
      case modern ? 'tasks/update' : 'tasks/result':
        return modern ? this.#update(params) : this.#result(this.#find(params['taskId']), id)
      case modern ? 'subscriptions/listen' : 'tasks/list':
        return modern ? this.#listen(id, params) : this.#list(params)
      case 'ping':
        return {}
      default:
        throw refusal(-32601, 'Method not found')
    }
  }

  #greeting() {
    if (this.era === 'modern')
      return {
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {}, extensions: { [EXTENSION]: {} } },
        _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
        ...fresh,
      }
    const tasks = {
      list: {},
      ...(this.noCancel ? {} : { cancel: {} }),
      requests: { tools: { call: {} } },
    }
    return { protocolVersion: '2025-11-25', capabilities: { tools: {}, tasks }, serverInfo }
  }

  /** @param {Message} params */
  #call({ name, arguments: args = {}, task, _meta }) {
    const tool = taskTools[name]
    if (!tool) throw refusal(-32602, `Unknown tool: ${name}`)
    const asTask = this.era === 'modern' ? tool.support !== 'forbidden' : task !== undefined
    if (this.era === 'modern' && asTask) requireExtension({ _meta })
    if (asTask && tool.support === 'forbidden') throw refusal(-32601, 'This tool is not a task.')
    if (!asTask && tool.support === 'required') throw refusal(-32601, 'This tool needs a task.')
    if (!asTask) return { content: [{ type: 'text', text: `${name} ran at once.` }] }
    const kept = this.tasks.create(name, args)
    if (tool.notifies) setTimeout(() => this.#notify(kept), (tool.ms ?? 0) + 20)
    if (name === 'flooded') this.#flood(kept)
    if (tool.steps !== undefined && _meta?.progressToken !== undefined)
      void this.#progress(kept, tool.steps, _meta.progressToken)
    const state = tool.unreadable ? { taskId: 7, status: 'soon' } : this.#state(kept, false)
    return this.era === 'modern' ? { resultType: 'task', ...state } : { task: state }
  }

  /** @param {unknown} taskId */
  #find(taskId) {
    const task = this.tasks.find(String(taskId))
    if (!task) throw refusal(-32602, 'Failed to retrieve task: Task not found')
    return task
  }

  /** @param {Kept} task @param {boolean} whole */
  #state(task, whole) {
    const status = statusOf(task)
    const state = {
      taskId: task.taskId,
      status,
      ...(status === 'working' ? { statusMessage: 'Under way…' } : {}),
      createdAt: new Date(task.createdAt).toISOString(),
      lastUpdatedAt: new Date().toISOString(),
    }
    if (this.era === 'legacy')
      return {
        ...state,
        ...(task.outcome === 'tool-error' && status === 'completed' ? { status: 'failed' } : {}),
        ttl: task.ttl,
        pollInterval: task.pollInterval,
      }
    const inner = { ...state, ttlMs: task.ttl, pollIntervalMs: task.pollInterval }
    if (!whole) return inner
    if (status === 'completed') return { ...inner, result: resultOf(task) }
    if (status === 'failed') return { ...inner, error: { code: -32603, message: 'It broke.' } }
    if (status !== 'input_required') return inner
    const inputRequests = Object.fromEntries(outstanding(task).map((key) => [key, questionOf(key)]))
    return { ...inner, inputRequests }
  }

  /** @param {Kept} task */
  #cancel(task) {
    if (this.era === 'legacy' && isOver(task)) throw refusal(-32602, 'The task is over already.')
    if (taskTools[task.tool]?.unresponsive) return undefined
    task.cancelled = true
    this.tasks.save()
    return this.era === 'legacy' ? this.#state(task, false) : {}
  }

  /** @param {Message} params */
  #update({ taskId, inputResponses }) {
    const task = this.#find(taskId)
    for (const key of outstanding(task))
      if (key in inputResponses) task.inputResponses[key] = inputResponses[key]
    this.tasks.save()
    return {}
  }

  /** Asks what the task wants to know, and responds when it is over. @param {Kept} task @param {string | number} about */
  async #result(task, about) {
    const _meta = { [RELATED]: { taskId: task.taskId } }
    for (const key of outstanding(task)) {
      if (this.put.has(`${task.taskId}/${key}`)) continue
      this.put.add(`${task.taskId}/${key}`)
      const { method, params } = questionOf(key)
      const response = await this.#ask({ method, params: { ...params, _meta } }, about)
      task.inputResponses[key] = response['result'] ?? response['error']
      this.tasks.save()
    }
    while (!isOver(task)) await delay(10)
    if (statusOf(task) === 'failed') throw refusal(-32603, 'It broke.')
    if (statusOf(task) === 'cancelled') throw refusal(-32603, 'Task cancelled')
    return { ...resultOf(task), _meta }
  }

  /** @param {Message} request @param {string | number} about @returns {Promise<Message>} */
  #ask(request, about) {
    const id = `ask-${(this.asks += 1)}`
    this.send({ jsonrpc: '2.0', id, ...request }, about)
    return new Promise((resolve) => this.asked.set(id, resolve))
  }

  /** @param {Message} params */
  #list({ cursor }) {
    const all = this.tasks.all()
    const from = cursor === undefined ? 0 : Number(cursor)
    const next = from + 2 < all.length ? { nextCursor: String(from + 2) } : {}
    return { tasks: all.slice(from, from + 2).map((task) => this.#state(task, false)), ...next }
  }

  /** @param {string | number} id @param {Message} params */
  #listen(id, { notifications }) {
    const taskIds = notifications?.taskIds ?? []
    this.listening.set(id, taskIds)
    const _meta = { 'io.modelcontextprotocol/subscriptionId': id }
    const method = 'notifications/subscriptions/acknowledged'
    this.send({ jsonrpc: '2.0', method, params: { notifications: { taskIds }, _meta } }, id)
    return undefined
  }

  /** @param {Kept} task */
  #notify(task) {
    const params = this.#state(task, true)
    if (this.era === 'legacy') {
      this.send({ jsonrpc: '2.0', method: 'notifications/tasks/status', params })
      return
    }
    for (const [id, taskIds] of this.listening) {
      if (!taskIds.includes(task.taskId)) continue
      const _meta = { 'io.modelcontextprotocol/subscriptionId': id }
      const method = 'notifications/tasks'
      this.send({ jsonrpc: '2.0', method, params: { ...params, _meta } }, id)
    }
  }

  /** @param {Kept} task */
  #flood(task) {
    const timer = setInterval(() => {
      for (let count = 0; count < 50; count += 1) this.#notify(task)
      if (isOver(task)) clearInterval(timer)
    }, 5)
  }

  /** @param {Kept} task @param {number} steps @param {string | number} progressToken */
  async #progress(task, steps, progressToken) {
    const total = steps
    for (let progress = 1; progress <= steps; progress += 1) {
      await delay(20)
      const _meta = { [RELATED]: { taskId: task.taskId } }
      const params = { progressToken, progress, total, message: `Stage ${progress}`, _meta }
      this.send({ jsonrpc: '2.0', method: 'notifications/progress', params })
    }
  }
}

/** @param {string} name @param {(typeof taskTools)[string]} tool */
function listed(name, tool) {
  const inputSchema = { type: 'object', properties: { ms: { type: 'integer' } } }
  return {
    name,
    description: `Runs ${name}.`,
    inputSchema,
    execution: { taskSupport: tool.support },
  }
}

/** @param {Message} params */
function requireExtension(params) {
  const own = params['_meta']?.['io.modelcontextprotocol/clientCapabilities']
  if (own?.extensions?.[EXTENSION]) return
  throw refusal(-32021, 'Missing required client capability', {
    requiredCapabilities: { extensions: { [EXTENSION]: {} } },
  })
}
