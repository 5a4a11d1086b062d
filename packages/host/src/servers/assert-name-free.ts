import { GatehouseError } from '@gatehouse/domain'
import { areLookalikes } from '@gatehouse/domain/text'

interface Named {
  id?: string | undefined
  name: string
}

/**
 * Throws `server/name-taken` for a name that another server has, and `server/name-lookalike` for one
 * that a person could take for it; `data.name` is the other's in both. A server keeps the name it has.
 */
export function assertNameFree(wanted: Named, servers: readonly Named[]): void {
  const own = servers.find(({ id }) => id !== undefined && id === wanted.id)
  if (own?.name === wanted.name) return
  for (const { name } of servers.filter((server) => server !== own)) {
    if (name.toLowerCase() === wanted.name.toLowerCase())
      throw new GatehouseError(
        'server/name-taken',
        `There is a server named ${name} already. Choose another name.`,
        { data: { name } },
      )
    if (areLookalikes(name, wanted.name))
      throw new GatehouseError(
        'server/name-lookalike',
        `This name looks like that of another server, ${name}. Choose one that nobody can take for it.`,
        { data: { name } },
      )
  }
}
