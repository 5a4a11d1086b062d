import type { InstalledPackage, ServerInstallation } from './installed-package.ts'
import type { WantedPackage } from './wanted-package.ts'

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
): WantedPackage {
  const { ecosystem, name, wanted, program, pypi } = present
  const start = startOfInstalled(args, present)
  const isUsual = sameProgram(program, name.split('/').at(-1) ?? name)
  return {
    ecosystem,
    name,
    wanted,
    program: isUsual ? null : program,
    args: args.slice(start),
    ...(pypi ? { pypi } : {}),
    ...(ecosystem === 'oci' ? { oci: { options: args.slice(0, start - 1) } } : {}),
  }
}

/** True for names that differ in case and separators only, as those of Python packages may. */
export const sameProgram = (one: string, other: string): boolean => plain(one) === plain(other)

const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_.]/g, '-')
