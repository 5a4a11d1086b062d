import { z } from 'zod'
import type { JsonObject } from '@gatehouse/domain'
import { signatureOf } from './responses-api.ts'
import { issueWords, missingIds, type ParsedModelRequest } from './read-problems.ts'

const toolName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const objectSchema = z.looseObject({ type: z.literal('object') })

const inputPart = z.looseObject({
  type: z.enum(['input_text', 'input_image', 'input_file', 'output_text']),
  text: z.string().optional(),
})
const inputContent = z.union([z.string(), z.array(inputPart)])
const messageItem = z.looseObject({
  type: z.literal('message').optional(),
  role: z.enum(['system', 'developer', 'user', 'assistant']),
  content: inputContent,
})
const inputItem = z.union([
  z.looseObject({
    type: z.literal('reasoning'),
    encrypted_content: z.string().min(1),
    summary: z.array(z.object({ type: z.literal('summary_text'), text: z.string() })),
  }),
  z.looseObject({
    type: z.literal('function_call'),
    call_id: z
      .string()
      .min(1)
      .max(64, 'string too long. Expected a string with maximum length 64.'),
    name: toolName,
    arguments: z.string(),
  }),
  z.looseObject({
    type: z.literal('function_call_output'),
    call_id: z.string(),
    output: inputContent,
  }),
  messageItem,
])
const responsesRequest = z.looseObject({
  model: z.string().min(1),
  stream: z.boolean().optional(),
  store: z.literal(false, 'this endpoint keeps no responses: store must be false'),
  max_output_tokens: z.number().int().min(16),
  input: z.array(inputItem).min(1),
  tools: z
    .array(z.looseObject({ type: z.literal('function'), name: toolName, parameters: objectSchema }))
    .optional(),
})

type InputItem = z.infer<typeof inputItem>

const textOf = (content: z.infer<typeof inputContent>): string =>
  typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('')

function textsOfRole(item: InputItem, role: string): string[] {
  const message = messageItem.safeParse(item)
  return message.success && message.data.role === role ? [textOf(message.data.content)] : []
}

/** Every call has its result before the next message, and sealed reasoning is of the words it stands with. */
function inputProblem(input: InputItem[]): string | undefined {
  let wanted: string[] = []
  let given: string[] = []
  for (const item of input) {
    if (item.type === 'function_call') wanted.push(item.call_id)
    else if (item.type === 'function_call_output') given.push(item.call_id)
    else if (item.type === 'reasoning') {
      const words = item.summary.map(({ text }) => text).join('')
      if (words !== '' && item.encrypted_content !== signatureOf(words))
        return 'The encrypted content of a reasoning item could not be verified.'
    } else {
      const problem = missingIds(wanted, given)
      if (problem) return problem
      wanted = []
      given = []
    }
  }
  return missingIds(wanted, given)
}

/** A request of OpenAI's Responses, read as strictly as there. */
export function readResponses(body: JsonObject): ParsedModelRequest {
  const parsed = responsesRequest.safeParse(body)
  if (!parsed.success) return { ok: false, message: issueWords(parsed.error) }
  const { input, model, stream, tools } = parsed.data
  const problem = inputProblem(input)
  if (problem) return { ok: false, message: problem }
  const last = input.findLastIndex(
    (item) => item.type === 'function_call' || textsOfRole(item, 'assistant').length > 0,
  )
  return {
    ok: true,
    request: {
      api: 'responses',
      model,
      stream: stream ?? false,
      system: input
        .flatMap((item) => [...textsOfRole(item, 'system'), ...textsOfRole(item, 'developer')])
        .join('\n'),
      lastUserText: input.flatMap((item) => textsOfRole(item, 'user')).at(-1) ?? '',
      toolResults: input
        .slice(last + 1)
        .flatMap((item) =>
          item.type === 'function_call_output'
            ? [{ callId: item.call_id, text: textOf(item.output) }]
            : [],
        ),
      toolNames: (tools ?? []).map(({ name }) => name),
      body,
    },
  }
}

const geminiPart = z.looseObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  functionCall: z
    .looseObject({ id: z.string().optional(), name: toolName, args: z.looseObject({}) })
    .optional(),
  functionResponse: z
    .looseObject({ id: z.string().optional(), name: toolName, response: z.looseObject({}) })
    .optional(),
  inlineData: z.looseObject({ mimeType: z.string(), data: z.string() }).optional(),
})
const geminiRequest = z.looseObject({
  model: z.string().min(1),
  stream: z.boolean(),
  contents: z
    .array(z.looseObject({ role: z.enum(['user', 'model']), parts: z.array(geminiPart).min(1) }))
    .min(1),
  systemInstruction: z.looseObject({ parts: z.array(geminiPart) }).optional(),
  generationConfig: z.looseObject({ maxOutputTokens: z.number().int().positive() }),
  tools: z
    .array(z.looseObject({ functionDeclarations: z.array(z.looseObject({ name: toolName })) }))
    .optional(),
})

type Contents = z.infer<typeof geminiRequest>['contents']

const textOfParts = (parts: Contents[number]['parts']): string =>
  parts.map(({ text, thought }) => (thought ? '' : (text ?? ''))).join('')

/** As many responses as calls, of the same names, in the very next turn. */
function contentsProblem(contents: Contents): string | undefined {
  let wanted: string[] = []
  for (const { role, parts } of contents) {
    const given = parts.flatMap(({ functionResponse }) =>
      functionResponse ? [functionResponse.id ?? functionResponse.name] : [],
    )
    const problem = missingIds(wanted, given)
    if (problem) return problem
    wanted =
      role === 'model'
        ? parts.flatMap(({ functionCall }) =>
            functionCall ? [functionCall.id ?? functionCall.name] : [],
          )
        : []
  }
  const problem = missingIds(wanted, [])
  if (problem) return problem
  return contents.at(-1)?.role === 'model'
    ? 'Please ensure that the conversation ends with a user role or a function response.'
    : undefined
}

/** Of the answer that is under way each call carries its signature, as the models of Gemini 3 want it. */
function unsignedProblem(contents: Contents, model: string): string | undefined {
  if (!model.includes('gemini-3')) return undefined
  const lastUser = contents.findLastIndex(
    ({ role, parts }) => role === 'user' && parts.some(({ text }) => text !== undefined),
  )
  const unsigned = contents
    .slice(lastUser + 1)
    .find(({ parts: [first] }) => first?.functionCall && first['thoughtSignature'] === undefined)
  return unsigned && 'Function call is missing a thought_signature in functionCall parts.'
}

function responseText(response: Record<string, unknown>): string {
  const reported = response['error'] ?? response['content'] ?? response
  return typeof reported === 'string' ? reported : JSON.stringify(reported)
}

/** A request of Gemini's `generateContent`; `body` has the model and the streaming of the path in it. */
export function readGemini(body: JsonObject): ParsedModelRequest {
  const parsed = geminiRequest.safeParse(body)
  if (!parsed.success) return { ok: false, message: issueWords(parsed.error) }
  const { contents, model, stream, systemInstruction, tools } = parsed.data
  const problem = contentsProblem(contents) ?? unsignedProblem(contents, model)
  if (problem) return { ok: false, message: problem }
  const last = contents.findLastIndex(({ role }) => role === 'model')
  const users = contents
    .filter(({ role }) => role === 'user')
    .map(({ parts }) => textOfParts(parts))
  return {
    ok: true,
    request: {
      api: 'gemini',
      model,
      stream,
      system: systemInstruction ? textOfParts(systemInstruction.parts) : '',
      lastUserText: users.filter((text) => text !== '').at(-1) ?? '',
      toolResults: contents
        .slice(last + 1)
        .flatMap(({ parts }) =>
          parts.flatMap(({ functionResponse: result }) =>
            result
              ? [{ callId: result.id ?? result.name, text: responseText(result.response) }]
              : [],
          ),
        ),
      toolNames: (tools ?? []).flatMap((tool) => tool.functionDeclarations.map(({ name }) => name)),
      body,
    },
  }
}
