/** @typedef {import('./tools.mjs').ServerTool} ServerTool */
/** @typedef {import('./tools.mjs').Run} Run */

const page = 'https://example.com/connect?id=7'

/** Several calls of one step ask at once only where the tools are declared to change nothing. */
const asksOnly = { readOnlyHint: true }

/** @param {unknown} value */
const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] })

const user = (/** @type {string} */ value) => ({
  role: 'user',
  content: { type: 'text', text: value },
})

/**
 * The same request in words of its own, so that several of one tool are told apart.
 * @param {Record<string, any>} params
 * @param {string} label
 */
function labelled(params, label) {
  const [first] = params['messages'] ?? []
  if (first) return { ...params, messages: [user(`${first.content.text} (${label})`)] }
  if (params['mode'] === 'url') return { ...params, url: `${params['url']}&label=${label}` }
  return params['message'] ? { ...params, message: `${params['message']} (${label})` } : params
}

/**
 * A tool that asks the client one thing in the way of its era and returns what it got. With `label` in its
 * arguments the request has it in its words, and in the legacy era as its id.
 * @param {string} name
 * @param {{ method: string, params: Record<string, any> }} request
 * @returns {ServerTool}
 */
function ask(name, request) {
  const state = `state/${name}/ünïcode+==`
  /** @type {Run} */
  const run = async (peer, params, { id }) => {
    const { url, includeContext, label } = params['arguments'] ?? {}
    const own = label === undefined ? request.params : labelled(request.params, label)
    const wished = {
      ...(url === undefined ? {} : { url }),
      ...(includeContext === undefined ? {} : { includeContext }),
    }
    const asked = { ...request, params: { ...own, ...wished } }
    if (peer.era === 'legacy') {
      // Only the legacy era has ids of URL elicitations.
      const more = request.params['mode'] === 'url' ? { elicitationId: 'elicit-7' } : {}
      const wanted = { ...asked.params, ...more }
      const about = { id, ...(label === undefined ? {} : { own: label }) }
      return peer.ask(request.method, wanted, about).then(text, (error) => ({
        ...text({ code: error.code, message: error.message }),
        isError: true,
      }))
    }
    const given = params['inputResponses']?.[name]
    if (given === undefined)
      return {
        resultType: 'input_required',
        inputRequests: { [name]: asked },
        requestState: state,
      }
    if (params['requestState'] !== state)
      return { ...text('The state was changed.'), isError: true }
    return text(given)
  }
  return { name, inputSchema: { type: 'object' }, annotations: asksOnly, run }
}

/** @type {ServerTool[]} */
export const clientRequestTools = [
  ask('ask-form', {
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message: 'Which city?',
      requestedSchema: {
        type: 'object',
        properties: {
          city: { type: 'string', minLength: 2 },
          count: { type: 'integer', default: 3 },
        },
        required: ['city'],
      },
    },
  }),
  ask('ask-url', {
    method: 'elicitation/create',
    params: { mode: 'url', message: 'Connect your account.', url: page },
  }),
  ask('ask-sample', {
    method: 'sampling/createMessage',
    params: {
      messages: [user('Say hello.')],
      systemPrompt: 'Be brief.',
      maxTokens: 50,
      stopSequences: ['END'],
      modelPreferences: { hints: [{ name: 'claude' }], speedPriority: 0.5 },
    },
  }),
  ask('ask-sample-tools', {
    method: 'sampling/createMessage',
    params: {
      messages: [user('What is the weather?')],
      maxTokens: 50,
      tools: [{ name: 'weather', description: 'The weather', inputSchema: { type: 'object' } }],
      toolChoice: { mode: 'auto' },
    },
  }),
  ask('ask-roots', { method: 'roots/list', params: {} }),
  {
    name: 'need-url',
    inputSchema: { type: 'object' },
    annotations: asksOnly,
    run: (peer, params) => {
      const { label } = params['arguments'] ?? {}
      const elicitationId = label ?? 'elicit-9'
      if (peer.finished.has(elicitationId)) return text('connected')
      // What has a label is done once it was asked for; only a person or `takeBack` notifies the client.
      if (label !== undefined) peer.finished.add(label)
      peer.finish = () => {
        peer.finished.add(elicitationId)
        const method = 'notifications/elicitation/complete'
        peer.send({ jsonrpc: '2.0', method, params: { elicitationId } })
      }
      const url = label === undefined ? page : `${page}&label=${label}`
      const wanted = { mode: 'url', message: 'Connect your account.', url, elicitationId }
      throw Object.assign(new Error('Something is to be done in the browser first.'), {
        code: -32042,
        data: { elicitations: [wanted] },
      })
    },
  },
  {
    name: 'finish-url',
    inputSchema: { type: 'object' },
    run: (peer) => {
      peer.finish?.()
      return text('finished')
    },
  },
]
