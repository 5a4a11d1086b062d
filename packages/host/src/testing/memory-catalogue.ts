import type { CatalogueSource, OutboundRequest, OutboundResponse } from '../ports/index.ts'

/** A registry whose answers a test decides, and its copy in memory. */
export interface MemoryCatalogue extends CatalogueSource {
  answer: (request: OutboundRequest) => OutboundResponse | Promise<OutboundResponse>
  copy: string | null
  /** Addresses that were asked. */
  asked: string[]
}

export function createMemoryCatalogue(): MemoryCatalogue {
  const catalogue: MemoryCatalogue = {
    url: 'https://registry.example',
    provesNamespaces: true,
    answer: () => ({ status: 404, headers: {}, body: '' }),
    copy: null,
    asked: [],
    http: {
      async send(request) {
        catalogue.asked.push(request.url)
        return catalogue.answer(request)
      },
    },
    readCopy: () => Promise.resolve(catalogue.copy),
    writeCopy(text) {
      catalogue.copy = text
      return Promise.resolve()
    },
  }
  return catalogue
}
