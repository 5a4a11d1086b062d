import { promptResultSchema, promptSchema, type Prompt, type PromptResult } from '@gatehouse/domain'
import type { PromptRequest } from '@gatehouse/host/ports'
import { givenResult } from '../../message-parsing/adapt-result.ts'
import { readList } from '../../requests/read-list.ts'
import { runRequest, parseResponse } from '../../requests/run-request.ts'
import { type RequestContext } from '../../requests/connection-context.ts'
import { readablePrompt } from './parse-prompt-result.ts'

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
