import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

type ImportRoutes = Extract<keyof RouteHandlers, `import.${string}`>

export function importHandlers({
  imports,
  serverChangeConsent,
}: Host): Pick<RouteHandlers, ImportRoutes> {
  return {
    'import.find': () => imports.find(),
    'import.open': (options) => imports.open(options),
    'import.choose-file': ({ id }) => imports.chooseFile(id),
    'import.choose-folder': ({ id }) => imports.chooseFolder(id),
    'import.choose-variables': ({ id, serverId }) => imports.chooseVariables(id, serverId),
    'import.read-text': ({ id, text, replaces }) => imports.readText(id, text, replaces),
    'import.propose': ({ id, choices, answers }) =>
      serverChangeConsent.proposeImport(id, choices, answers),
    'import.undo': ({ id }) => imports.undo(id),
    'import.close': ({ id }) => imports.close(id),
  }
}
