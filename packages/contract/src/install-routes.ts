import { identifierSchema, serverDraftSchema, serverViewSchema } from '@gatehouse/domain'
import { installEcosystemSchema } from '@gatehouse/domain/launch'
import { z } from 'zod'
import { byId, noInput, route } from './route.ts'

const outcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('saved'), server: serverViewSchema }),
  z.object({ outcome: z.literal('cancelled') }),
])
/** Names the installation for `server.request-progress` and `server.cancel-request`. */
const requestId = identifierSchema

/**
 * Installs packages of servers, so that they start from the disk. The person is shown the commands, then the launch,
 * in a window that this one cannot reach. All but `find` fail with `install/failed`, `install/not-a-package`.
 */
export const installRoutes = {
  /** Paths of the person's programs that install packages, by registry; null where there is none. */
  'install.find': route({
    input: noInput,
    output: z.record(installEcosystemSchema, z.string().nullable()),
    acts: 'free',
  }),
  /** Installs the package that the draft would fetch at each start. */
  'install.propose': route({
    input: z.object({ requestId, draft: serverDraftSchema }),
    output: outcome,
    acts: 'press',
  }),
  /** Installs what the registry has now; `unchanged`: it is what the server has. */
  'install.update': route({
    input: z.object({ requestId, id: identifierSchema }),
    output: z.discriminatedUnion('outcome', [
      ...outcome.options,
      z.object({ outcome: z.literal('unchanged') }),
    ]),
    acts: 'press',
  }),
  /** Goes back to the installation before the last update. Fails with `install/no-former`. */
  'install.restore': route({ input: byId, output: outcome, acts: 'press' }),
  /** Installs the package that a saved server fetches at each start. */
  'install.server': route({
    input: z.object({ requestId, id: identifierSchema }),
    output: outcome,
    acts: 'press',
  }),
}
