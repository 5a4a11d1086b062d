import { z } from 'zod'
import type { FakeModelRequest } from './fake-step.ts'

const chatMessages = z.array(
  z.looseObject({
    role: z.string(),
    tool_calls: z
      .array(
        z.looseObject({
          id: z.string(),
          extra_content: z
            .object({ google: z.object({ thought_signature: z.string() }) })
            .optional(),
        }),
      )
      .optional(),
  }),
)

const geminiContents = z.array(
  z.looseObject({
    role: z.string(),
    parts: z.array(
      z.looseObject({
        functionCall: z.looseObject({ id: z.string().optional() }).optional(),
        functionResponse: z.looseObject({}).optional(),
        thoughtSignature: z.string().optional(),
      }),
    ),
  }),
)

interface SignedCall {
  id: string | undefined
  signature: string | undefined
}

/** The calls since the person spoke last. */
function callsOf({ api, body }: FakeModelRequest): SignedCall[] {
  if (api === 'chat') {
    const messages = chatMessages.parse(body['messages'])
    return messages
      .slice(messages.findLastIndex(({ role }) => role === 'user') + 1)
      .flatMap((message) => message.tool_calls ?? [])
      .map(({ id, extra_content }) => ({
        id,
        signature: extra_content?.google.thought_signature,
      }))
  }
  if (api !== 'gemini') return []
  const contents = geminiContents.parse(body['contents'])
  const spoke = contents.findLastIndex(
    ({ role, parts }) =>
      role === 'user' && !parts.some(({ functionResponse }) => functionResponse !== undefined),
  )
  return contents
    .slice(spoke + 1)
    .flatMap(({ parts }) => parts)
    .flatMap(({ functionCall, thoughtSignature }) =>
      functionCall ? [{ id: functionCall.id, signature: thoughtSignature }] : [],
    )
}

/** One that came with a signature and is given back without it. */
export function unsignedCall(
  request: FakeModelRequest,
  signed: ReadonlyMap<string, string>,
): string | undefined {
  if (signed.size === 0) return undefined
  return callsOf(request).find(
    ({ id, signature }) => id !== undefined && signed.has(id) && signature !== signed.get(id),
  )?.id
}
