import { z } from 'zod'

/** Registries whose packages can be installed once and started as they were then. `oci`: images of containers. */
export const installEcosystemSchema = z.enum(['npm', 'pypi', 'oci'])
export type InstallEcosystem = z.infer<typeof installEcosystemSchema>

/** Parts of a Python launch besides the package itself. */
export const pythonOptionsSchema = z.object({
  /** Extras of the package, as in `package[extra]`. */
  extras: z.array(z.string()),
  /** Requirements that are installed beside it, as in `--with`. */
  with: z.array(z.string()),
  /** Version of Python, as in `--python 3.12`; empty for any. */
  python: z.string(),
})
export type PythonOptions = z.infer<typeof pythonOptionsSchema>

/** A package of a registry that a launch would fetch at each start. */
export interface WantedPackage {
  ecosystem: InstallEcosystem
  name: string
  /** Version, range or tag as written (of PyPI with its comparison, as in `==1.2`); empty where the launch names none. */
  wanted: string
  /** Program of the package to start; null = its own choice. */
  program: string | null
  /** Arguments for the program. */
  args: string[]
  /** Of PyPI only. */
  pypi?: PythonOptions
  /** Of images only: the words before the image. */
  oci?: { options: string[] }
}

/** The parts of a launch that cannot be installed. */
export type NotInstallableReason =
  | 'repository'
  | 'address'
  | 'folder'
  /** An index that the launch names. */
  | 'index'
  | 'option'
  /** A variable or the working directory may change what is fetched. */
  | 'settings'

/** A part of a launch that cannot be installed, as written. */
export interface NotInstallable {
  reason: NotInstallableReason
  word: string
}
