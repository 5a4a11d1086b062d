import { realpath } from 'node:fs/promises'
import { valueOfJson } from '@gatehouse/domain'
import { z } from 'zod'
import { installFailed } from '../common/install-problem.ts'
import type { InstallerPrograms } from '../common/installer-process.ts'

/** Prints the interpreter behind stand-ins and environments, and the version of pip that it has. */
const FACTS = `
import json, os, sys
try:
    import pip
    version = pip.__version__
except ImportError:
    version = ""
base = getattr(sys, "_base_executable", None) or sys.executable
print(json.dumps({"path": os.path.realpath(base), "python": "%d.%d.%d" % sys.version_info[:3], "pip": version}))
`
const factsSchema = z.object({ path: z.string().min(1), python: z.string(), pip: z.string() })
/** The first pip with a report of a stable form. */
const OLDEST_PIP = 23

/** Absolute path of a Python with pip; `version` is empty where every one will do. Rejects with `install/failed`. */
export async function findPython(programs: InstallerPrograms, version: string): Promise<string> {
  const names = version === '' ? [] : [`python${version.split('.').slice(0, 2).join('.')}`]
  for (const name of [...names, 'python3', 'python']) {
    const found = await programs.find(name)
    if (found === null) continue
    const facts = await factsOf(found, programs)
    // What is seen in an environment may not be in the interpreter that it belongs to.
    const base = facts && (facts.path === found ? facts : await factsOf(facts.path, programs))
    if (!base || !isVersion(base.python, version)) continue
    if (Number(base.pip.split('.')[0]) >= OLDEST_PIP) return base.path
    throw installFailed('no-pip', base.path)
  }
  throw installFailed('no-python', version)
}

/** Absolute path of the Python that uv takes for this version; empty where it names none. */
export async function pythonOfUv(
  programs: InstallerPrograms,
  uv: string,
  version: string,
): Promise<string> {
  // Not one of an environment that the app happens to be started in.
  const args = ['python', 'find', '--no-python-downloads', '--system']
  if (version !== '') args.push(version)
  const path = await programs.printedBy({ command: uv, args }).catch(() => '')
  return path === '' ? '' : realpath(path).catch(() => '')
}

const isVersion = (found: string, wanted: string): boolean =>
  wanted === '' || `${found}.`.startsWith(`${wanted}.`)

async function factsOf(command: string, programs: InstallerPrograms) {
  const text = await programs.printedBy({ command, args: ['-c', FACTS] }).catch(() => '')
  return factsSchema.safeParse(valueOfJson(text)).data
}
