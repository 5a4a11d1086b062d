import {
  readResourceResultSchema,
  resourceSchema,
  resourceTemplateSchema,
  type Resource,
  type ReadResourceResult,
  type ResourceTemplate,
} from '@gatehouse/domain'
import type { ReadResourceRequest } from '@gatehouse/host/ports'
import { givenResult } from '../../message-parsing/adapt-result.ts'
import { readList } from '../../requests/read-list.ts'
import { runRequest, parseResponse } from '../../requests/run-request.ts'
import { type RequestContext } from '../../requests/connection-context.ts'
import { readableContents } from './parse-contents.ts'

/** `resources/list`, all pages. Empty when the server has none (MCP 2025-11-25, server/resources). */
export async function listResources(
  parts: RequestContext,
  signal: AbortSignal,
): Promise<Resource[]> {
  if (parts.session.info.capabilities['resources'] === undefined) return []
  return readList(
    parts,
    {
      method: 'resources/list',
      field: 'resources',
      noun: 'resources',
      item: resourceSchema,
      keyOf: (resource) => resource.uri,
    },
    signal,
  )
}

/** `resources/templates/list`, all pages. */
export async function listResourceTemplates(
  parts: RequestContext,
  signal: AbortSignal,
): Promise<ResourceTemplate[]> {
  if (parts.session.info.capabilities['resources'] === undefined) return []
  return readList(
    parts,
    {
      method: 'resources/templates/list',
      field: 'resourceTemplates',
      noun: 'resource templates',
      item: resourceTemplateSchema,
      keyOf: (template) => template.uriTemplate,
    },
    signal,
  )
}

/** `resources/read`. The URI goes to the server as it is; nothing is fetched by the host. */
export async function readResource(
  parts: RequestContext,
  target: string | ReadResourceRequest,
  signal: AbortSignal,
): Promise<ReadResourceResult> {
  const { uri, onProgress } = typeof target === 'string' ? { uri: target } : target
  const what = `the request to read ${uri.slice(0, 300)}`
  const response = await runRequest(
    parts,
    { what, run: (client, options) => client.readResource({ uri }, options), onProgress },
    signal,
  )
  const readable = readableContents(givenResult(response), uri)
  return parseResponse(readResourceResultSchema, readable, { parts, what })
}
