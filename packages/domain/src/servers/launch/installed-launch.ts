import type { InstalledPackage, ServerInstallation } from './installed-package.ts'
import type { NpmPackage } from './npm-package.ts'

/** Number of arguments of a launch that start the installed program; its own follow. */
export function startOfInstalled(
  args: readonly string[],
  { folder }: Pick<InstalledPackage, 'folder'>,
): number {
  return args.findIndex((argument) => argument.startsWith(folder)) + 1
}

/** The package that the launch of an installation would fetch if it were not installed. */
export function packageOfInstalled(
  args: readonly string[],
  { present }: ServerInstallation,
): NpmPackage {
  const { name, wanted, program } = present
  const isUsual = program === (name.split('/').at(-1) ?? name)
  const own = args.slice(startOfInstalled(args, present))
  return { name, wanted, program: isUsual ? null : program, args: own }
}
