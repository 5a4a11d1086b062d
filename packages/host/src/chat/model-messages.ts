import type { AssistantMessage, ContentBlock, ToolCall, Turn } from '@gatehouse/domain'
import type { AssistantPart, ModelMessage, ModelToolResult } from '../ports/index.ts'

/** Characters of a tool result's text that a model is given; the person sees all of it. */
const MAX_RESULT_CHARACTERS = 50_000

/** The transcript as the model is told it. `nameOf` gives a call the name it had for the model. */
export function modelMessages(turns: Turn[], nameOf: (call: ToolCall) => string): ModelMessage[] {
  const messages: ModelMessage[] = []
  for (const turn of turns) {
    if (turn.superseded) continue
    for (const message of turnMessages(turn, nameOf)) append(messages, message)
  }
  return messages
}

function turnMessages(turn: Turn, nameOf: (call: ToolCall) => string): ModelMessage[] {
  const messages: ModelMessage[] = []
  for (const entry of turn.entries) {
    if (entry.kind === 'user-message') messages.push({ role: 'user', text: entry.text })
    else if (entry.kind === 'tool-call' && entry.origin === 'person')
      messages.push({ role: 'user', text: personCallText(entry) })
    else if (entry.kind === 'assistant-message') {
      const calls = turn.entries.filter(
        (other): other is ToolCall =>
          other.kind === 'tool-call' && other.origin === 'model' && other.step === entry.step,
      )
      messages.push(...stepMessages(entry, calls, nameOf))
    }
  }
  return messages
}

function stepMessages(
  message: AssistantMessage,
  calls: ToolCall[],
  nameOf: (call: ToolCall) => string,
): ModelMessage[] {
  const parts: AssistantPart[] = []
  if (message.text !== '') parts.push({ type: 'text', text: message.text })
  for (const call of calls)
    parts.push({
      type: 'tool-call',
      callId: call.callId,
      name: nameOf(call),
      arguments: call.arguments,
    })
  if (parts.length === 0) return []
  const assistant: ModelMessage = { role: 'assistant', parts }
  if (calls.length === 0) return [assistant]
  return [assistant, { role: 'tool', results: calls.map((call) => resultOf(call, nameOf(call))) }]
}

function resultOf(call: ToolCall, name: string): ModelToolResult {
  const say = (text: string): ModelToolResult => ({
    callId: call.callId,
    name,
    content: [{ type: 'text', text }],
    isError: true,
  })
  if (call.result)
    return {
      callId: call.callId,
      name,
      content: resultContent(call),
      isError: call.result.isError,
    }
  if (call.status === 'denied')
    return say(
      call.decision?.reason
        ? `The user refused this call and says: ${call.decision.reason}`
        : 'The user refused this call.',
    )
  if (call.status === 'running')
    return say('This call still runs on the server as a task. It has given no result yet.')
  return say(call.error ?? 'The call was cancelled before it gave a result.')
}

/** Text is capped as a whole; images and audio are never cut. */
function resultContent(call: ToolCall): ContentBlock[] {
  const result = call.result
  if (!result) return []
  let left = MAX_RESULT_CHARACTERS
  const blocks: ContentBlock[] = []
  const content = [...result.content]
  if (result.structuredContent !== undefined && !content.some((block) => block.type === 'text'))
    content.push({ type: 'text', text: JSON.stringify(result.structuredContent) })
  for (const block of content) {
    if (block.type !== 'text') blocks.push(block)
    else if (left > 0) {
      blocks.push({ type: 'text', text: cap(block.text, left) })
      left -= block.text.length
    }
  }
  const edited = JSON.stringify(call.arguments) !== JSON.stringify(call.proposedArguments)
  if (edited && call.origin === 'model')
    blocks.unshift({
      type: 'text',
      text: `[The user changed the arguments before the call to: ${JSON.stringify(call.arguments)}]`,
    })
  return blocks
}

function cap(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${text.slice(0, limit)}\n[Shortened: ${text.length - limit} of ${text.length} characters were left out.]`
}

function personCallText(call: ToolCall): string {
  const head = `I called the tool ${call.toolName} of ${call.serverName} myself with ${JSON.stringify(call.arguments)}.`
  const result = resultOf(call, call.toolName)
  const text = result.content
    .map((block) => (block.type === 'text' ? block.text : `[${block.type}]`))
    .join('\n')
  return `${head}\nIt ${result.isError ? 'failed' : 'answered'}:\n${text}`
}

/** Neighbours of the user's role become one: some providers refuse two in a row. */
function append(messages: ModelMessage[], message: ModelMessage): void {
  const last = messages.at(-1)
  if (last?.role === 'user' && message.role === 'user' && 'text' in last && 'text' in message)
    messages[messages.length - 1] = { role: 'user', text: `${last.text}\n\n${message.text}` }
  else messages.push(message)
}
