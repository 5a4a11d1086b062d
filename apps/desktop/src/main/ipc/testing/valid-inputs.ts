import { routes, type RouteInput, type RouteName } from '@gatehouse/contract'
import { exampleOf, schemaOf } from '@gatehouse/contract/testing'

/** Values that the schemas of routes cannot tell, by the path in the input. */
const VALUES: { [Name in RouteName]?: Record<string, unknown> } = {
  'chat.attach-file': { bytes: new Uint8Array([65]) },
  'own-prompt.keep-file': { bytes: new Uint8Array([65]) },
  'install.propose': { 'draft.oauthClient.grant': 'enterprise' },
  'server.propose': { 'oauthClient.grant': 'enterprise' },
  'window.set-quick-shortcut': { accelerator: 'Control+Alt+Space' },
}

/** An input for each route with every field filled in, for tests to damage. */
export const validInputs = Object.fromEntries(
  Object.entries(routes).map(([name, { input }]) => [
    name,
    exampleOf(schemaOf(input, 'input'), VALUES[name as RouteName]),
  ]),
) as { [Name in RouteName]: RouteInput<Name> }
