import type { HandlersOf } from '@gatehouse/contract'
import { GatehouseError } from '@gatehouse/domain'
import type { Host } from '@gatehouse/host'
import type { AppAdapters } from './app-handlers.ts'

export const importHandlers = (
  { imports, requests, serverChangeConsent, signers }: Host,
  { picked }: Pick<AppAdapters, 'picked'>,
): HandlersOf<'import'> => ({
  'import.find': () => imports.find(),
  'import.open': (options) => imports.open(options),
  'import.choose-file': ({ id, replaces }) => imports.chooseFile(id, replaces),
  'import.choose-folder': ({ id }) => imports.chooseFolder(id),
  'import.read-file': async ({ id, path }) => {
    if (await picked.covers(path)) return imports.readFile(id, path)
    throw new GatehouseError(
      'import/not-picked',
      'You did not drop or pick this file, so it was not read.',
    )
  },
  'import.download': ({ id, serverId, url, requestId }) =>
    requests.run(requestId, (onProgress, signal) =>
      imports.download(id, { serverId, url }, { onProgress, signal }),
    ),
  'import.choose-variables': ({ id, serverId }) => imports.chooseVariables(id, serverId),
  'import.read-text': ({ id, text, replaces }) => imports.readText(id, text, replaces),
  'import.propose': ({ id, choices, answers, requestId }) =>
    requests.run(requestId, (onProgress, signal) =>
      serverChangeConsent.proposeImport(id, choices, answers, { onProgress, signal }),
    ),
  'import.forget-signer': ({ certificate }) => signers.forget(certificate),
  'import.undo': ({ id }) => imports.undo(id),
  'import.close': ({ id }) => imports.close(id),
})
