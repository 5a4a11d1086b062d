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
import { describeIssues } from '../../message-parsing/describe-issue.ts'

const resourceContentsSchema = readResourceResultSchema.shape.contents.element

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

type Members = Record<string, unknown>

/**
 * The result of `resources/read` in the form that the host checks: part by part. A text or a part alone is a list
 * of one; a part without an address has the one that was asked for; what cannot be read is named in its place.
 */
function readableContents({ contents }: Members, uri: string): Members {
  const list = Array.isArray(contents) ? contents : contents === undefined ? [] : [contents]
  return { contents: list.map((part, index) => readPart(part, { uri, number: index + 1 })) }
}

function readPart(part: unknown, { uri, number }: { uri: string; number: number }): unknown {
  if (typeof part === 'string') return { uri, text: part }
  const given = isMembers(part) ? { uri, ...part } : part
  const whole = resourceContentsSchema.safeParse(given)
  if (whole.success) return whole.data
  const bare = resourceContentsSchema.safeParse(withoutExtras(given))
  if (bare.success) return bare.data
  const fault = describeIssues(whole.error.issues, { given })
  return { uri, text: `[Part ${number} of this resource cannot be read: ${fault}.]` }
}

/** Types and notes are not worth losing the content for. */
function withoutExtras(given: unknown): unknown {
  if (!isMembers(given)) return given
  const { mimeType: _mimeType, _meta, ...rest } = given
  return rest
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
