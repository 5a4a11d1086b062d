import {
  promptResultSchema,
  promptSchema,
  type Prompt,
  type PromptResult,
  type ContentBlock,
} from '@gatehouse/domain'
import type { PromptRequest } from '@gatehouse/host/ports'
import { givenResult } from '../../message-parsing/adapt-result.ts'
import { readList } from '../../requests/read-list.ts'
import { runRequest, parseResponse } from '../../requests/run-request.ts'
import { type RequestContext } from '../../requests/connection-context.ts'
import { parseBlock, textNote } from '../../message-parsing/content-block.ts'

/** `prompts/list`, all pages. Empty when the server has no prompts (MCP 2025-11-25, server/prompts). */
export async function listPrompts(parts: RequestContext, signal: AbortSignal): Promise<Prompt[]> {
  if (parts.session.info.capabilities['prompts'] === undefined) return []
  return readList(
    parts,
    {
      method: 'prompts/list',
      field: 'prompts',
      noun: 'prompts',
      item: promptSchema,
      keyOf: (prompt) => prompt.name,
    },
    signal,
  )
}

/** `prompts/get`; in the modern era further input that the server asks for is given on the way. */
export async function getPrompt(
  parts: RequestContext,
  request: PromptRequest,
  signal: AbortSignal,
): Promise<PromptResult> {
  const what = `the request for the prompt "${request.name}"`
  const response = await runRequest(
    parts,
    {
      what,
      run: (client, options) =>
        client.getPrompt({ name: request.name, arguments: request.arguments }, options),
      onProgress: request.onProgress,
    },
    signal,
  )
  return parseResponse(promptResultSchema, readablePrompt(givenResult(response)), { parts, what })
}

type Members = Record<string, unknown>

/**
 * Converts the result of `prompts/get` to the form that the host checks, message by message. A text or a block in
 * place of the content counts as the content; a list of blocks as several messages. An unreadable part is named in
 * a message of the host's own, which the person reads with the others.
 */
function readablePrompt({ description, messages }: Members): Members {
  const list = Array.isArray(messages) ? messages : messages === undefined ? [] : [messages]
  return {
    ...(typeof description === 'string' ? { description } : {}),
    messages: list.flatMap((message, index) => readMessage(message, index + 1)),
  }
}

function readMessage(message: unknown, number: number): { role: string; content: ContentBlock }[] {
  const { role, content } = isMembers(message) ? message : { role: 'user', content: message }
  if (role !== 'user' && role !== 'assistant') {
    const found = typeof role === 'string' ? `"${role.slice(0, 64)}"` : 'missing'
    return [
      note(
        `Message ${number} cannot be used: \`role\` is ${found}, expected "user" or "assistant".`,
      ),
    ]
  }
  if (content === undefined) return [note(`Message ${number} has no content.`)]
  const blocks = Array.isArray(content) ? content : [content]
  return blocks.map((block) => ({ role, content: parseBlock(block) }))
}

function note(words: string): { role: string; content: ContentBlock } {
  return { role: 'user', content: textNote(words) }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
