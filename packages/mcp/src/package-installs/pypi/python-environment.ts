import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const IS_WINDOWS = process.platform === 'win32'

/** Places of a Python installation below its folder. */
export interface PythonPlaces {
  environment: string
  /** Interpreter of the environment: a link to that of the person, except on Windows. */
  python: string
  /** Folder of its programs. */
  programs: string
  /** Requirements as the launch names them. */
  requirements: string
  /** Each package with its version and hashes. */
  lock: string
  /** Resolution by pip. */
  report: string
}

export function placesOf(folder: string): PythonPlaces {
  const environment = join(folder, 'env')
  const programs = join(environment, IS_WINDOWS ? 'Scripts' : 'bin')
  return {
    environment,
    programs,
    python: join(programs, IS_WINDOWS ? 'python.exe' : 'python'),
    requirements: join(folder, 'requirements.in'),
    lock: join(folder, 'requirements.txt'),
    report: join(folder, 'report.json'),
  }
}

/** Folder of the packages in an environment. */
export async function packagesFolder({ environment }: PythonPlaces): Promise<string> {
  if (IS_WINDOWS) return join(environment, 'Lib', 'site-packages')
  const lib = join(environment, 'lib')
  const [version = ''] = (await readdir(lib)).filter((name) => name.startsWith('py'))
  return join(lib, version, 'site-packages')
}
