import type { HandlersOf } from '@gatehouse/contract'
import { GatehouseError } from '@gatehouse/domain'
import type { Host } from '@gatehouse/host'

export const catalogueHandlers = ({
  catalogue,
  servers,
}: Pick<Host, 'catalogue' | 'servers'>): HandlersOf<'catalogue'> => ({
  'catalogue.host': () => catalogue.host,
  'catalogue.search': ({ query }) => catalogue.search(query),
  'catalogue.last-word'({ id }) {
    const { registryEntry } = servers.get(id).config
    return registryEntry ? catalogue.lastWord(registryEntry) : null
  },
  'catalogue.ask'({ id }) {
    const { registryEntry } = servers.get(id).config
    if (registryEntry) return catalogue.askAbout(registryEntry)
    throw new GatehouseError('catalogue/no-entry', 'This server was not added from a registry.')
  },
})
