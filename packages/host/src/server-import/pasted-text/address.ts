import type { ImportFormat } from '@gatehouse/domain/launch'
import { suggestServerName } from '../suggest-server-name.ts'
import type { EntryReading } from './entry-servers.ts'

interface Address {
  reading: EntryReading
  format: ImportFormat
}

const NPM_PAGE = /^https?:\/\/(?:www\.)?npmjs\.com\/package\/((?:@[\w.-]+\/)?[\w.-]+)\/?$/
const PYPI_PAGE = /^https?:\/\/pypi\.org\/project\/([\w.-]+)\/?$/
/** Pages about servers, at which no server answers. */
const PAGE =
  /^https?:\/\/(?:www\.)?(?:github\.com|gitlab\.com|npmjs\.com|pypi\.org|hub\.docker\.com|smithery\.ai|glama\.ai|mcp\.so)(?:[/?#]|$)/
/** A name of the MCP Registry: a namespace in reverse, and a name. */
const REGISTRY_NAME =
  /^(?:io|com|ai|dev|org|net|app|co|me|so|tech|cloud)(?:\.[a-z\d-]+)+\/[\w.-]+$/i
/** A package of npm in a scope; one without could be any word. */
const SCOPED_PACKAGE = /^@[a-z\d][\w.-]*\/[a-z\d][\w.-]*(?:@[\w.^~-]+)?$/i

/** Reads a text that is one URL or one name. Undefined for anything else. */
export function readAddress(text: string): Address | undefined {
  if (text === '' || /\s/.test(text)) return undefined
  const npm = NPM_PAGE.exec(text)?.[1] ?? SCOPED_PACKAGE.exec(text)?.[0]
  if (npm !== undefined) return { reading: packageOf('npx', ['-y', npm]), format: 'package' }
  const pypi = PYPI_PAGE.exec(text)?.[1]
  if (pypi !== undefined) return { reading: packageOf('uvx', [pypi]), format: 'package' }
  if (PAGE.test(text)) return { reading: problem('page-not-server', text), format: 'url' }
  if (/^https?:\/\//i.test(text))
    return {
      reading: { entries: [{ name: suggestServerName([text]), entry: { url: text } }] },
      format: 'url',
    }
  if (REGISTRY_NAME.test(text))
    return { reading: problem('registry-name', text), format: 'package' }
  return undefined
}

function packageOf(command: string, args: string[]): EntryReading {
  return { entries: [{ name: suggestServerName([command, ...args]), entry: { command, args } }] }
}

function problem(code: 'page-not-server' | 'registry-name', detail: string): EntryReading {
  return { problem: { code, detail } }
}
