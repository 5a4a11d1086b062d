/** @typedef {import('./tools.mjs').ServerTool} ServerTool */
/** @typedef {import('./tools.mjs').Run} Run */

const anything = { type: 'object' }

/** @param {unknown} value */
const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] })

const form = (/** @type {string} */ message) => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message,
    requestedSchema: { type: 'object', properties: { city: { type: 'string' } } },
  },
})
const roots = { method: 'roots/list', params: {} }

/** @param {Record<string, object>} inputRequests @param {string} [requestState] */
const required = (inputRequests, requestState) => ({
  resultType: 'input_required',
  inputRequests,
  ...(requestState === undefined ? {} : { requestState }),
})

/** A state that is not JSON, with what a careless client would change. */
const firstState = ' {"a" : 1}\u0000 ünïcode=+/ \\u0041 '
const secondState = 'second'

/** Two questions, then one more, then what came with each retry. @type {Run} */
const askTwice = (peer, { inputResponses, ...more }) => {
  const requestState = more['requestState']
  if (inputResponses === undefined)
    return required({ 'first key': form('Which city?'), roots }, firstState)
  peer.rounds.push({ inputResponses, ...('requestState' in more ? { requestState } : {}) })
  if (requestState === firstState) return required({ again: form('And then?') }, secondState)
  return text(peer.rounds.splice(0))
}

/** One question without a state. @type {Run} */
const askStateless = (_peer, params) =>
  params['inputResponses'] === undefined
    ? required({ city: form('Which city?') })
    : text({ hasState: 'requestState' in params, given: params['inputResponses'] })

/**
 * Tools of the modern era that ask in rounds (MCP 2026-07-28, "Multi round-trip requests").
 * @type {ServerTool[]}
 */
export const multiRoundTripTools = [
  { name: 'ask-twice', inputSchema: anything, run: askTwice },
  { name: 'ask-stateless', inputSchema: anything, run: askStateless },
  {
    name: 'ask-for-ever',
    inputSchema: anything,
    run: () => required({ city: form('Which city?') }, 'again'),
  },
  {
    name: 'ask-for-thousands',
    inputSchema: anything,
    run: () =>
      required(Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`r${at}`, roots]))),
  },
  {
    name: 'respond-oddly',
    inputSchema: anything,
    run: () => ({ resultType: 'perhaps', ...text('odd') }),
  },
]
