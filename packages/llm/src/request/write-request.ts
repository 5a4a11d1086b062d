import { yieldIfBudgetSpent } from '@gatehouse/base'
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  SharedV4Warning,
} from '@ai-sdk/provider'
import { createLanguageModel } from '../language-model.ts'
import type { Target } from '../target.ts'

/** A request as the library of a vendor writes it. */
export interface WrittenRequest {
  url: string
  init: RequestInit
  /** The JSON of the request. */
  body: string
  /** Parts of the request that the vendor's model does not take. */
  warnings: readonly SharedV4Warning[]
}

/** Ends a stream before it has an event. */
const emptyStream = (): Response =>
  new Response('', { headers: { 'content-type': 'text/event-stream' } })

/**
 * Lets the library of a vendor write a request; nothing is sent. The library gets an empty response, because our own
 * readers take the real one.
 */
export async function writeRequest(
  { target, modelId }: { target: Target; modelId: string },
  options: LanguageModelV4CallOptions,
): Promise<WrittenRequest> {
  let written: Omit<WrittenRequest, 'warnings'> | undefined
  const model = await createLanguageModel(target, modelId, async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input)
    written ??= { url, init, body: typeof init.body === 'string' ? init.body : '' }
    return emptyStream()
  })
  // Loading the vendor's code for the first time and writing a long request are two turns.
  await yieldIfBudgetSpent()
  const { stream } = await model.doStream(options)
  const warnings = await warningsOf(stream)
  if (!written) throw new Error('The request was not written.')
  return { ...written, warnings }
}

async function warningsOf(
  stream: ReadableStream<LanguageModelV4StreamPart>,
): Promise<readonly SharedV4Warning[]> {
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return []
    if (value.type !== 'stream-start') continue
    reader.cancel().catch(() => undefined)
    return value.warnings
  }
}
