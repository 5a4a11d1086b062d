import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

export function catalogueHandlers({
  catalogue,
}: Pick<Host, 'catalogue'>): Pick<RouteHandlers, 'catalogue.host' | 'catalogue.search'> {
  return {
    'catalogue.host': () => catalogue.host,
    'catalogue.search': ({ query }) => catalogue.search(query),
  }
}
