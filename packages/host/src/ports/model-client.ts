import type {
  ContentBlock,
  DiscoveredProvider,
  JsonObject,
  ModelList,
  ModelProvider,
  ModelProviderKind,
  StepPart,
  TokenUsage,
  ToolFault,
} from '@gatehouse/domain'
import type { AssumedFacts, ModelCompatibility } from '@gatehouse/domain/models'
import type { ChangedParameter, LeftOutParameter, ModelParameters } from '@gatehouse/domain/chats'

export interface ModelTool {
  /** The name that the provider sees: `server__tool`, at most 64 characters of `[A-Za-z0-9_-]`. */
  name: string
  description: string
  /** JSON Schema 2020-12 as the server gave it; the adapter makes it fit the provider. */
  inputSchema: JsonObject
}

/** `data` is what the provider gave with the part and wants back unchanged. */
export type AssistantPart =
  | { type: 'text'; text: string; data?: JsonObject }
  | { type: 'reasoning'; text: string; data: JsonObject }
  | { type: 'tool-call'; callId: string; name: string; arguments: JsonObject; data?: JsonObject }

export interface ModelToolResult {
  callId: string
  name: string
  content: ContentBlock[]
  isError: boolean
}

export type UserPart =
  | { type: 'text'; text: string }
  /**
   * `data` is base64. Throws `model/failed` when the provider takes no such type. With `fromTool` it is in a
   * result of that tool: a note beside it says so, and one that is not taken is named instead.
   */
  | { type: 'image' | 'audio'; mimeType: string; data: string; fromTool?: string }

export type ModelMessage =
  | { role: 'user'; text: string }
  | { role: 'user'; parts: UserPart[] }
  | { role: 'assistant'; parts: AssistantPart[] }
  | { role: 'tool'; results: ModelToolResult[] }

export interface ModelRequest {
  modelId: string
  system: string
  messages: ModelMessage[]
  tools: ModelTool[]
  maxOutputTokens: number
  /** Absent = the provider's own. */
  temperature?: number
  stopSequences?: string[]
  /** Absent = the model's own. */
  reasoningEffort?: NonNullable<ModelParameters['reasoningEffort']>
  /** Absent = the model decides. */
  toolChoice?: 'auto' | 'required' | 'none'
  /**
   * The answer comes from one request, and ends with it as at the output limit: `maxOutputTokens` hold for
   * each request, and some providers let one answer continue in several.
   */
  isSingle?: boolean
}

/** The parameters of a request that were left out for its model, and those that were changed. */
export interface ParameterAdjustments {
  names: LeftOutParameter[]
  changed?: ChangedParameter[]
}

/** A request with the parameters that its model is sent. */
export interface AdaptedRequest {
  request: ModelRequest
  /** Differences from the requested parameters. */
  adjustments: ParameterAdjustments
}

/** The end of an answer. Every other end is a failure: the stream throws. */
export type ModelFinishReason = 'stop' | 'tool-calls' | 'length'

/** One typed stream for all vendors. `finish` is last and comes exactly once unless the stream throws. */
export type ModelEvent =
  | { type: 'text-delta'; text: string }
  | { type: 'reasoning-delta'; text: string }
  /** All text so far was reasoning: the mark of its end came without one of its beginning. */
  | { type: 'text-was-reasoning' }
  | { type: 'tool-input-delta'; callId: string; name: string; characters: number }
  | { type: 'tool-call'; callId: string; name: string; arguments: JsonObject }
  /** The arguments were not a JSON object: `raw` as received, `problem` in words for the model. */
  | { type: 'tool-call-invalid'; callId: string; name: string; raw: string; problem: string }
  /** Calls of this step beyond the 64 that came before this event; they are not made. */
  | { type: 'tool-calls-refused'; count: number }
  /** The parts of the step, if its provider wants some of them back unchanged; after the last call. */
  | { type: 'step-parts'; parts: StepPart[] }
  /** In place of the parts: what its provider wants back is more than is kept of a step. */
  | { type: 'provider-data-left-out' }
  /** Parameters of the request that were left out or changed for this model. Before the answer. */
  | ({ type: 'parameters-left-out' } & ParameterAdjustments)
  /** Tools left out because this provider cannot take their schema. */
  | {
      type: 'tools-quarantined'
      names: string[]
      reason: string
      fault?: ToolFault
      detail?: string
    }
  | { type: 'finish'; reason: ModelFinishReason; usage: TokenUsage }

export interface EndpointHeader {
  name: string
  value: string
  /** Kept in the keychain, and to be hidden like the key. */
  isSecret: boolean
}

/** The forms of request that models at one address were found to take. */
export interface CompatibilityMemory {
  /** Returns an empty form where nothing is known. */
  of(modelId: string): ModelCompatibility
  remember(modelId: string, form: ModelCompatibility): void
}

export interface ModelEndpoint {
  kind: ModelProviderKind
  baseUrl: string
  /** Azure's; absent: its v1 API. */
  apiVersion?: string | undefined
  /** The AWS region that requests to Bedrock are signed for. */
  region?: string | undefined
  /** For Bedrock an API key, or AWS credentials (`readAwsCredentials`). */
  key: string | undefined
  /** Sent with every request beside the key. */
  headers?: readonly EndpointHeader[] | undefined
  /** Absent: what a model refuses is forgotten with the client. */
  compatibility?: CompatibilityMemory | undefined
  /** Hides the key and secret headers in the endpoint's own words; to be done before they are shortened. */
  hide?: ((text: string) => string) | undefined
}

export interface ModelClient {
  /**
   * The request as `stream` sends it, so that it can be shown and recorded before; sends nothing. Absent: each
   * is sent as it stands. What was adapted once is not changed again.
   */
  adapt?(request: ModelRequest): Promise<AdaptedRequest>
  /**
   * Streams one model step; runs no tool. Aborting `signal` closes the connection and throws a
   * `GatehouseError` `model/aborted`. Anything else throws `model/failed` with `data.failure`, a
   * `ModelFailure`, and with `data.unsent` true where it is known that nothing of the request was sent.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>
}

/** The provider about whose models something is assumed. */
export type AssumptionSubject = Pick<ModelProvider, 'kind' | 'baseUrl' | 'engine'>

export interface ModelClients {
  client(endpoint: ModelEndpoint): ModelClient
  /** The properties assumed of a model by its name, where its provider states none; sends nothing. */
  assume?(subject: AssumptionSubject, modelId: string): AssumedFacts | undefined
  /** Lists models, with the details that an engine on this machine reports beside its list. Throws `model/failed`. */
  listModels(endpoint: ModelEndpoint, signal: AbortSignal): Promise<ModelList>
  /**
   * Adds the details that an engine on this machine reports of the models of a list; the list stays as it is when
   * nothing is reported. A known engine is asked by its own API. Rejects for an invalid address.
   */
  describe?(endpoint: ModelEndpoint, list: ModelList, signal: AbortSignal): Promise<ModelList>
  /** Local model servers on loopback, within 400 ms. Never throws. */
  discover(signal: AbortSignal): Promise<DiscoveredProvider[]>
}
