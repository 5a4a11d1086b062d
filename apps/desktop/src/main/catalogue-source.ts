import { readFile } from 'node:fs/promises'
import type { CatalogueSource, OutboundHttp } from '@gatehouse/host/ports'
import { writeText } from './write-text.ts'

/** Larger ones are made anew. */
const MAX_CHARACTERS = 50_000_000
/** The public registry of the protocol's project. */
const PUBLIC_REGISTRY = 'https://registry.modelcontextprotocol.io'

/** The registry that is searched: the public one, or that of a company, which sets the variable. */
export function registryAddress(variable: string | undefined): string {
  return variable !== undefined && /^https?:\/\//.test(variable) && URL.canParse(variable)
    ? variable
    : PUBLIC_REGISTRY
}

/** The registry, whose answers are kept in one file of the profile. */
export function createCatalogueSource(
  copy: string,
  registry: { url: string; http: OutboundHttp },
): CatalogueSource {
  return {
    ...registry,
    provesNamespaces: registry.url === PUBLIC_REGISTRY,
    async readCopy() {
      const text = await readFile(copy, 'utf8').catch(() => null)
      return text !== null && text.length <= MAX_CHARACTERS ? text : null
    },
    writeCopy: (text) =>
      writeText(copy, onePiece(text), { code: 'catalogue/not-written', name: copy }),
  }
}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text)
}
