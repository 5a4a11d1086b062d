import {
  authorityFileSchema,
  networkDraftSchema,
  networkTestSchema,
} from '@gatehouse/domain/network'
import { z } from 'zod'
import { noInput, route } from './route.ts'

/**
 * Routes of the network path of models, and of servers without settings of their own. The setting itself is in
 * `app.settings`.
 */
export const networkRoutes = {
  /**
   * Lets the person pick a file of certificate authorities; `null` when they closed the dialog. Fails with
   * `network/authorities-unusable`.
   */
  'network.choose-authorities': route({
    input: noInput,
    output: authorityFileSchema.nullable(),
    acts: 'press',
  }),
  /**
   * Saves the network setting. Another proxy and new certificates are confirmed in the consent window. Fails with
   * `consent/too-many`, `network/authorities-changed`, `network/authorities-unusable`, `network/changed`,
   * `server/secret-elsewhere`.
   */
  'network.save': route({
    input: networkDraftSchema,
    output: z.object({ outcome: z.enum(['changed', 'cancelled']) }),
    // A smaller reach needs no consent, but a press.
    acts: 'press',
  }),
  /** Tests the saved setting: sends a request without key or chat to the address. */
  'network.test': route({
    input: z.object({ url: z.url({ protocol: /^https?$/ }).max(8192) }),
    output: networkTestSchema,
    acts: 'own-press',
  }),
}
