import type { Tool } from '../tools/tool.ts'

/** Characters of a `ui://` URI that is read. */
const MAX_URI = 2048

const SCHEME = 'ui://'

/**
 * The URI of the interface that a tool declares: `_meta.ui.resourceUri`, or the deprecated flat `ui/resourceUri`
 * (MCP Apps 2026-01-26, "Resource Discovery"). Undefined for any other scheme.
 */
export function appUriOf({ _meta }: Pick<Tool, '_meta'>): string | undefined {
  const uri = uiMetaOf(_meta)?.['resourceUri'] ?? _meta?.['ui/resourceUri']
  if (typeof uri !== 'string' || uri.length > MAX_URI) return undefined
  return uri.startsWith(SCHEME) && uri.length > SCHEME.length ? uri : undefined
}

/**
 * True if views of the same server may call the tool (`_meta.ui.visibility`, default: models and views). The
 * counterpart of `isVisibleToModel`.
 */
export function isVisibleToApp({ _meta }: Pick<Tool, '_meta'>): boolean {
  const visibility = uiMetaOf(_meta)?.['visibility']
  return !Array.isArray(visibility) || visibility.includes('app')
}

/** The member `ui` of a `_meta`, where it is an object. */
export function uiMetaOf(meta: Tool['_meta']) {
  const ui = meta?.['ui']
  return typeof ui === 'object' && ui !== null && !Array.isArray(ui) ? ui : undefined
}
