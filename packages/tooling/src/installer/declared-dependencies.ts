import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustRun } from '../command-support/child-processes.mjs'
import { CommandError } from '../command-support/command-error.mjs'

/**
 * Refuses an installer that does not depend on a package whose library the application loads.
 * @param folder of the unpacked application
 * @throws {CommandError} that names the packages
 */
export async function checkDependencies(installer: string, folder: string) {
  const { output } = await mustRun(
    'Reading the package',
    ['dpkg-deb', '-f', installer, 'Depends'],
    {
      quiet: true,
    },
  )
  const missing = undeclared(await neededPackages(folder), output)
  if (missing.length === 0) return
  throw new CommandError(
    `The application loads libraries of ${missing.join(', ')}; name them in electron-builder.yml (deb.depends).`,
  )
}

/** Packages, of a list as `dpkg-shlibdeps` prints it, that a `Depends` field does not name, as alternative or alone. */
export function undeclared(needed: string, depends: string): string[] {
  const declared = new Set(depends.split(/[,|]/).map(nameOf))
  return needed
    .split(',')
    .map(nameOf)
    .filter((name) => name !== '' && !declared.has(name))
}

/** Name of a package without its version. */
const nameOf = (relation: string) => relation.trim().replace(/ .*/s, '')

/** Packages of the libraries that the programs and native modules of a folder are linked with. */
async function neededPackages(folder: string) {
  const scratch = mkdtempSync(join(tmpdir(), 'gatehouse-libraries-'))
  try {
    mkdirSync(join(scratch, 'debian'))
    writeFileSync(
      join(scratch, 'debian/control'),
      'Source: gatehouse\n\nPackage: gatehouse\nArchitecture: any\n',
    )
    const command = ['dpkg-shlibdeps', '-O', '--ignore-missing-info', `-l${folder}`]
    const { output } = await mustRun(
      'Looking for libraries',
      [...command, ...programsIn(folder).map((file) => `-e${file}`)],
      { quiet: true, cwd: scratch },
    )
    const line = /^shlibs:Depends=(.+)$/m.exec(output)?.[1]
    if (line === undefined) throw new CommandError(`dpkg-shlibdeps found no library:\n${output}`)
    return line
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function programsIn(folder: string) {
  const programs = ['gatehouse', 'chrome-sandbox', 'chrome_crashpad_handler']
  const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.node'),
  )
  return [...programs, ...modules].map((name) => join(folder, name))
}
