import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { z } from 'zod'
import { jsonObjectSchema, type JsonObject } from '@gatehouse/domain'
import { callerStep, echoStep } from './built-in-models.ts'
import {
  ENGINE_DETAILS,
  engineRoute,
  geminiList,
  modelList,
  type FakeEngine,
  type FakeEngineDetails,
} from './engine-routes.ts'
import type { FakeScript, FakeStep, FakeModelRequest, FakeModelApi } from './fake-step.ts'
import { readModelRequest } from './read-request.ts'
import { recordRequest, type RecordedModelRequest } from './recorded-request.ts'
import { badRequest, errorResponseFor, type FakeErrorResponse } from './error-response.ts'
import { sendResponse, sendErrorResponse } from './send-response.ts'
import { unsignedCall } from './signed-calls.ts'
import { apiOf, modelApis } from './model-apis.ts'

export interface FakeModelEndpointOptions {
  /** Default 0: any free port of 127.0.0.1. */
  port?: number
  /** The local server it passes itself off as; default `hosted`: none. */
  engine?: FakeEngine
  /** Details of its models beside the list; default: 131,072 tokens, tools and pictures. */
  details?: Partial<FakeEngineDetails>
  /** When set, any other key (or none) is refused with 401. */
  key?: string
  /** Models listed besides `echo`, `caller` and the scripted ones. */
  models?: string[]
}

export interface FakeModelEndpoint {
  /** `http://127.0.0.1:<port>`, without a path; the APIs are under `/v1`, Gemini's under `/v1beta`. */
  url: string
  port: number
  /** In order of arrival, also those that were refused. */
  requests: RecordedModelRequest[]
  /**
   * Says what a model does: a queue with one step per request, or a function. Replaces an earlier
   * script. A queue that has run out responds with 400, so that one request too many is seen.
   */
  script(model: string, steps: FakeScript): void
  /** The first request, past or future, that passes; rejects after `timeoutMs` (default 5,000). */
  waitForRequest(
    test: (request: RecordedModelRequest) => boolean,
    timeoutMs?: number,
  ): Promise<RecordedModelRequest>
  /** Cuts every socket and frees the port. */
  close(): Promise<void>
}

interface State {
  options: FakeModelEndpointOptions
  scripts: Map<string, { script: FakeScript; turn: number }>
  /** Signatures of thoughts that were given out, by the ids of their calls. */
  signed: Map<string, string>
}

function json(body: JsonObject): FakeErrorResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

function modelNames(state: State): string[] {
  return [...new Set(['echo', 'caller', ...(state.options.models ?? []), ...state.scripts.keys()])]
}

async function nextStep(state: State, request: FakeModelRequest): Promise<FakeStep> {
  const scripted = state.scripts.get(request.model)
  if (scripted) {
    const turn = scripted.turn
    scripted.turn += 1
    if (typeof scripted.script === 'function') return await scripted.script(request, turn)
    const body = JSON.stringify({
      error: { message: `The script of model "${request.model}" has no step ${turn + 1}.` },
    })
    return scripted.script[turn] ?? { fault: { kind: 'status', status: 400, body } }
  }
  if (request.model === 'caller') return callerStep(request)
  if (modelNames(state).includes(request.model)) return echoStep(request)
  return { fault: { kind: 'refuse', reason: 'model-not-found' } }
}

function keyProblem(
  state: State,
  record: RecordedModelRequest,
  api: FakeModelApi,
): FakeErrorResponse | undefined {
  const { header, prefix } = modelApis[api].key
  const given = record.headers[header]?.slice(prefix.length)
  if (api === 'messages' && record.headers['anthropic-version'] === undefined) {
    return badRequest(api, 'anthropic-version: header is required')
  }
  const wanted = state.options.key
  if ((wanted === undefined && api !== 'messages') || (given && (!wanted || given === wanted))) {
    return undefined
  }
  return errorResponseFor({ kind: 'refuse', reason: 'key' }, api, { model: '', key: given ?? '' })
}

function respondToGet(state: State, record: RecordedModelRequest): FakeErrorResponse | undefined {
  const engine = state.options.engine ?? 'hosted'
  const models = modelNames(state)
  if (record.method === 'GET' && record.path === '/v1/models') {
    const anthropic = record.headers['anthropic-version'] !== undefined
    return (
      keyProblem(state, record, anthropic ? 'messages' : 'chat') ??
      json(modelList(engine, models, anthropic))
    )
  }
  if (record.method === 'GET' && record.path === '/v1beta/models')
    return keyProblem(state, record, 'gemini') ?? json(geminiList(models))
  // Azure lists what can be deployed.
  if (record.method === 'GET' && /^\/openai(?:\/v1)?\/models$/.test(record.path))
    return keyProblem(state, record, 'azure') ?? json(modelList('hosted', ['gpt-base'], false))
  const details = { ...ENGINE_DETAILS, ...state.options.details }
  const own = engineRoute(engine, `${record.method} ${record.path}`, { models, details })
  return own ? json(own) : undefined
}

async function respond(
  state: State,
  record: RecordedModelRequest,
  response: ServerResponse,
): Promise<void> {
  const notFound = { status: 404, headers: { 'content-type': 'text/plain' }, body: 'not found' }
  const found = record.method === 'POST' ? apiOf(record.path) : undefined
  if (!found) {
    sendErrorResponse(response, record, respondToGet(state, record) ?? notFound)
    return
  }
  const { api, about } = found
  const refused = keyProblem(state, record, api)
  const read = refused ? undefined : readModelRequest(api, { ...record.body, ...about })
  if (!read?.ok) {
    sendErrorResponse(response, record, refused ?? badRequest(api, read?.message ?? 'no body'))
    return
  }
  const { request } = read
  const unsigned = unsignedCall(request, state.signed)
  if (unsigned !== undefined) {
    const message = `Function call ${unsigned} is missing a thought_signature.`
    sendErrorResponse(response, record, badRequest(api, message))
    return
  }
  const step = await nextStep(state, request)
  for (const { id, thoughtSignature } of step.toolCalls ?? [])
    if (id && thoughtSignature !== undefined) state.signed.set(id, thoughtSignature)
  await sendResponse({ response, record, request }, step)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) {
    chunks.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk)))
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseBody(raw: string): JsonObject | undefined {
  if (raw === '') return undefined
  try {
    return jsonObjectSchema.parse(JSON.parse(raw))
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** A list that can be waited on for entries that are not in it yet. */
function createRequestLog() {
  const requests: RecordedModelRequest[] = []
  const waiters = new Set<(record: RecordedModelRequest) => void>()
  return {
    requests,
    /** Called when the body is known, which is when a test may look at it. */
    announce(record: RecordedModelRequest): void {
      for (const waiter of waiters) waiter(record)
    },
    waitForRequest(test: (request: RecordedModelRequest) => boolean, timeoutMs = 5_000) {
      const known = requests.find(test)
      if (known) return Promise.resolve(known)
      return new Promise<RecordedModelRequest>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiters.delete(waiter)
          reject(new Error(`No such request within ${timeoutMs} ms; ${requests.length} came.`))
        }, timeoutMs)
        const waiter = (record: RecordedModelRequest) => {
          if (!test(record)) return
          clearTimeout(timer)
          waiters.delete(waiter)
          resolve(record)
        }
        waiters.add(waiter)
      })
    },
  }
}

/**
 * Starts a scriptable language-model server on 127.0.0.1: OpenAI chat completions and Responses,
 * Anthropic messages and Gemini (streamed or not), their lists of models, and the routes by which local servers are told
 * apart. Models without a script: `echo` says the user's text again; `caller` obeys lines
 * `call <tool> <json>`. Requests are checked as strictly as real providers check them.
 *
 * @throws when the given port is taken.
 */
export async function startFakeModelEndpoint(
  options: FakeModelEndpointOptions = {},
): Promise<FakeModelEndpoint> {
  const state: State = { options, scripts: new Map(), signed: new Map() }
  const log = createRequestLog()
  const sockets = new Set<Socket>()
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const record = recordRequest(log.requests.length, request, response)
    log.requests.push(record)
    record.rawBody = await readBody(request)
    record.body = parseBody(record.rawBody)
    log.announce(record)
    await respond(state, record, response)
  }
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests: log.requests,
    script(model, steps) {
      state.scripts.set(model, { script: steps, turn: 0 })
    },
    waitForRequest: (test, timeoutMs) => log.waitForRequest(test, timeoutMs),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
