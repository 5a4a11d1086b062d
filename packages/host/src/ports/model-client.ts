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

/** A part of an assistant message. `data` is the provider's data of the part, sent back unchanged. */
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
   * `data` is base64. With `fromTool` the media is from a result of that tool: a note beside it says so, and
   * unsupported media is named instead. Otherwise unsupported media throws `model/failed`.
   */
  | { type: 'image' | 'audio'; mimeType: string; data: string; fromTool?: string }
  /** A file of the person in base64, with an estimate of its tokens. A type that the API does not carry throws. */
  | { type: 'document'; mimeType: 'application/pdf'; data: string; tokens: number }

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
  /** Absent = the provider's default. */
  temperature?: number
  stopSequences?: string[]
  /** Absent = the model's default. */
  reasoningEffort?: NonNullable<ModelParameters['reasoningEffort']>
  /** Absent = the model decides. */
  toolChoice?: 'auto' | 'required' | 'none'
  /**
   * True if the answer must come from one request, and ends with it as at the output limit. `maxOutputTokens`
   * applies to each request, and some providers let one answer continue in several.
   */
  isSingle?: boolean
}

/** The parameters of a request that were left out for its model, and those that were changed. */
export interface ParameterAdjustments {
  names: LeftOutParameter[]
  changed?: ChangedParameter[]
}

/** A request with the parameters that are sent to its model. */
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
  /** All text so far was reasoning: its end tag came without a start tag. */
  | { type: 'text-was-reasoning' }
  | { type: 'tool-input-delta'; callId: string; name: string; characters: number }
  | { type: 'tool-call'; callId: string; name: string; arguments: JsonObject }
  /** The arguments were not a JSON object: `raw` as received, `problem` in words for the model. */
  | { type: 'tool-call-invalid'; callId: string; name: string; raw: string; problem: string }
  /** Calls of this step beyond the 64 that came before this event; they are not made. */
  | { type: 'tool-calls-refused'; count: number }
  /** The parts of the step, if its provider wants some of them back unchanged; after the last call. */
  | { type: 'step-parts'; parts: StepPart[] }
  /** Replaces the parts: the provider's data exceeds the limit of a step. */
  | { type: 'provider-data-left-out' }
  /** Parameters of the request that were left out or changed for this model; emitted before the answer. */
  | ({ type: 'parameters-left-out' } & ParameterAdjustments)
  /** Tools left out because this provider does not accept their schema. */
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
  /** True if the value is in the keychain and must be hidden like the key. */
  isSecret: boolean
}

/** Request forms that models at one address are known to accept. */
export interface CompatibilityMemory {
  /** Returns an empty form if nothing is known. */
  of(modelId: string): ModelCompatibility
  remember(modelId: string, form: ModelCompatibility): void
}

export interface ModelEndpoint {
  kind: ModelProviderKind
  baseUrl: string
  /** Azure's API version; absent = its v1 API. */
  apiVersion?: string | undefined
  /** The AWS region that requests to Bedrock are signed for. */
  region?: string | undefined
  /** For Bedrock an API key, or AWS credentials (`readAwsCredentials`). */
  key: string | undefined
  /** Sent with every request beside the key. */
  headers?: readonly EndpointHeader[] | undefined
  /** Absent = learned changes end with the client. */
  compatibility?: CompatibilityMemory | undefined
  /** Hides the key and secret headers in the endpoint's own words; call it before they are shortened. */
  hide?: ((text: string) => string) | undefined
}

export interface ModelClient {
  /**
   * Returns the request as `stream` sends it, for display and recording; sends nothing. An adapted request is not
   * changed again. Absent = each request is sent unchanged.
   */
  adapt?(request: ModelRequest): Promise<AdaptedRequest>
  /**
   * Streams one model step; runs no tool. Aborting `signal` closes the connection and throws a `GatehouseError`
   * `model/aborted`. Any other failure throws `model/failed` with `data.failure`, a `ModelFailure`. `data.unsent`
   * is true if it is known that nothing of the request was sent.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>
}

/** The provider whose models have assumed facts. */
export type AssumptionSubject = Pick<ModelProvider, 'kind' | 'baseUrl' | 'engine'>

export interface ModelClients {
  client(endpoint: ModelEndpoint): ModelClient
  /** Returns the facts assumed of a model by its name, if its provider states none; sends nothing. */
  assume?(subject: AssumptionSubject, modelId: string): AssumedFacts | undefined
  /** Lists models, with the details that an engine on this machine reports beside its list. Throws `model/failed`. */
  listModels(endpoint: ModelEndpoint, signal: AbortSignal): Promise<ModelList>
  /**
   * Adds the details that an engine on this machine reports of the models of a list; without a report the list is
   * unchanged. A known engine is asked by its own API. Rejects for an invalid address.
   */
  describe?(endpoint: ModelEndpoint, list: ModelList, signal: AbortSignal): Promise<ModelList>
  /** Finds local model servers on loopback, within 400 ms. Never throws. */
  discover(signal: AbortSignal): Promise<DiscoveredProvider[]>
}
