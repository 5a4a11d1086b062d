import type { JsonValue } from '../json/json.ts'
import { appNeedsSchema, MAX_APP_DOMAINS, type AppNeeds } from '../content/drawn-app.ts'
import type { ReadResourceResult } from '../content/resource.ts'
import type { Tool } from '../tools/tool.ts'
import { uiMetaOf } from './app-tool.ts'

/** The media type of an interface, as it is declared to servers (MCP Apps 2026-01-26, "UI Resource Format"). */
export const APP_MIME_TYPE = 'text/html;profile=mcp-app'

/** Bytes of the HTML of an interface. Published servers have up to 4.3 MB. */
export const MAX_APP_BYTES = 8 * 1024 * 1024

type AppContentsProblem = 'no-html' | 'too-large'

type AppContents =
  | { ok: true; html: string; needs: AppNeeds }
  | { ok: false; problem: AppContentsProblem }

/**
 * Reads the contents of a `ui://` resource. `_meta.ui` of the contents counts before that of the listing
 * (MCP Apps draft, "Metadata Location").
 */
export function readAppContents(
  { contents }: ReadResourceResult,
  {
    listed,
    decodeBase64,
  }: {
    listed?: Tool['_meta']
    /** Returns the UTF-8 text; undefined where the data is none. */
    decodeBase64(data: string): string | undefined
  },
): AppContents {
  const found = contents.find(({ mimeType }) => isAppMimeType(mimeType ?? ''))
  if (!found) return { ok: false, problem: 'no-html' }
  const { text, blob = '' } = found
  if ((text ?? blob).length > MAX_APP_BYTES * (text === undefined ? 4 / 3 : 1))
    return { ok: false, problem: 'too-large' }
  const html = text ?? decodeBase64(blob)
  if (html === undefined || html.trim() === '') return { ok: false, problem: 'no-html' }
  const ui = uiMetaOf(found._meta) ?? uiMetaOf(listed) ?? {}
  return {
    ok: true,
    html,
    needs: { ...domainsOf(ui['csp']), permissions: permissionsOf(ui['permissions']) },
  }
}

/** Parameters of a media type are in any order, case and spacing (RFC 9110, section 8.3.1). */
function isAppMimeType(type: string): boolean {
  const [name, ...parameters] = type.toLowerCase().split(';')
  return (
    name?.trim() === 'text/html' &&
    parameters.some((one) => /^profile="?mcp-app"?$/.test(one.replaceAll(' ', '')))
  )
}

function domainsOf(csp: JsonValue | undefined): Pick<AppNeeds, 'domains' | 'uses'> {
  const listOf = (name: string): string[] => {
    const list = isObject(csp) ? csp[name] : undefined
    return Array.isArray(list) ? list.filter(isDomain).slice(0, MAX_APP_DOMAINS) : []
  }
  const uses = {
    connect: listOf('connectDomains'),
    resource: listOf('resourceDomains'),
    frame: listOf('frameDomains'),
    base: listOf('baseUriDomains'),
  }
  return { domains: [...new Set(Object.values(uses).flat())], uses }
}

/** An origin of the web, as a policy writes it, in any alphabet. */
const ORIGIN =
  /^(?:(?:https?|wss?):\/\/)?(?:\*\.)?(?:[\p{L}\p{M}\p{N}.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?\/?$/iu

const isDomain = (value: JsonValue): value is string =>
  typeof value === 'string' && value.length <= 255 && ORIGIN.test(value)

function permissionsOf(permissions: JsonValue | undefined): AppNeeds['permissions'] {
  if (!isObject(permissions)) return []
  return appNeedsSchema.shape.permissions.element.options.filter((name) =>
    isObject(permissions[name]),
  )
}

const isObject = (value: JsonValue | undefined): value is { [key: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
