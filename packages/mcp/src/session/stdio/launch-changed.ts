import type { ConnectionFailure, FileChange } from '@gatehouse/domain'

/** Something else would run than what the person allowed: it is not started before they read it again. */
export function changedFailure(
  serverName: string,
  path: string,
  changes: FileChange[],
): ConnectionFailure {
  const what =
    changes.length === 0
      ? `nobody has allowed the file that would run, \`${path}\`.`
      : `what would run is not what you allowed. ${changes.map(words).join(' ')}`
  return {
    code: 'launch-changed',
    command: path,
    message: `${serverName} was not started: ${what} Read what will run and allow it again in the server's settings.`,
    changes,
    lastLines: [],
  }
}

function words({ kind, named, before, after }: FileChange): string {
  switch (kind) {
    case 'moved':
      return `\`${named}\` was \`${before ?? ''}\` and is \`${after ?? ''}\` now.`
    case 'replaced':
      return `\`${after ?? ''}\` has other content now.`
    case 'added':
      return `\`${after ?? ''}\` takes part now.`
    case 'gone':
      return `\`${before ?? ''}\` is not there any more.`
  }
}
