import { valueOfJson } from '@gatehouse/domain'
import { specOf, type InstallProblem } from '@gatehouse/domain/launch'
import { z } from 'zod'
import type { Ecosystem } from '../common/ecosystem.ts'
import { installFailed } from '../common/install-problem.ts'
import type { InstallerEnd, InstallerPrograms } from '../common/installer-process.ts'
import { removeFolder } from '../common/sealed-folder.ts'

/** Output of `docker image inspect`, as far as it is read. */
const imageSchema = z.object({
  RepoDigests: z.array(z.string()).nullish(),
  Size: z.number().nonnegative().catch(0),
  Config: z
    .object({ Labels: z.record(z.string(), z.string()).nullish().catch(null) })
    .nullish()
    .catch(null),
})

const DIGEST = /^Digest: (sha256:[\da-f]{64})$/
const VERSION_LABEL = 'org.opencontainers.image.version'

/** Images of containers. Docker keeps them; a launch names one by its digest. */
export function createOciEcosystem(programs: InstallerPrograms): Ecosystem {
  async function docker(): Promise<string> {
    const found = await programs.find('docker')
    if (found === null) throw installFailed('no-docker')
    return found
  }

  return {
    find: () => programs.find('docker'),
    async plan(wanted) {
      const command = await docker()
      const spec = specOf(wanted)
      const steps = [
        { command, args: ['pull', spec] },
        { command, args: ['image', 'inspect', spec] },
      ]
      const starts = { command, args: [...(wanted.oci?.options ?? []), wanted.name] }
      return { spec, installer: 'docker', steps, starts }
    },
    async fetch({ steps: [pull, inspect], folder, spec }, { network, signal, onFetched }) {
      if (!pull || !inspect) throw installFailed('failed')
      let count = 0
      let digest = ''
      const onLine = (line: string): void => {
        const layer = /^([\da-f]{12}): (?:Pull complete|Already exists)$/.exec(line)?.[1]
        if (layer !== undefined) onFetched((count += 1), layer)
        digest = DIGEST.exec(line)?.[1] ?? digest
      }
      const start = (step: typeof pull) =>
        programs.run({ ...step, cwd: folder, network, onLine }, signal)
      assertDone(await start(pull))
      const inspected = await start(inspect)
      assertDone(inspected)
      const known = digestsOf(inspected.output)
      // The image that was pulled, and no other that has its name.
      if (digest === '' || !known.includes(digest)) throw installFailed('integrity', spec)
      await removeFolder(folder)
      return { folder: `${nameOf(spec)}@${digest}`, scripts: [], publishedAt: null }
    },
    async seal({ folder: image, scripts }, { name, wanted, oci }) {
      const command = await docker()
      const args = ['image', 'inspect', image]
      const found = imageOf(
        await programs.printedBy({ command, args }).catch(() => {
          throw installFailed('not-found', image)
        }),
      )
      return {
        package: {
          ecosystem: 'oci',
          name,
          version: found.Config?.Labels?.[VERSION_LABEL] ?? (wanted || 'latest'),
          wanted,
          folder: image,
          program: name.split('/').at(-1) ?? name,
          packages: 1,
          files: 0,
          size: found.Size,
          scripts,
        },
        command,
        args: [...(oci?.options ?? []), image],
        contents: [],
      }
    },
    versions: (image) => {
      const [name = '', digest = ''] = image.split('@')
      return Promise.resolve(new Map([[name, digest]]))
    },
    isOfPackage: null,
  }
}

function imageOf(text: string): z.infer<typeof imageSchema> {
  const [image] = z.tuple([imageSchema], imageSchema).safeParse(valueOfJson(text)).data ?? []
  if (!image) throw installFailed('failed')
  return image
}

const digestsOf = (text: string): string[] =>
  (imageOf(text).RepoDigests ?? []).flatMap((one) => one.split('@')[1] ?? [])

/** `name:tag` without the tag. */
function nameOf(spec: string): string {
  const colon = spec.lastIndexOf(':')
  return colon > spec.lastIndexOf('/') ? spec.slice(0, colon) : spec
}

/** Messages of Docker for a pull that failed. */
const PROBLEMS: readonly (readonly [RegExp, InstallProblem])[] = [
  [/[Cc]annot connect to the Docker daemon|error during connect:/, 'docker-stopped'],
  [/manifest unknown|manifest for .{1,300} not found/, 'version-not-found'],
  [/pull access denied|repository does not exist|unauthorized|denied:/, 'registry-refused'],
  [/toomanyrequests/, 'registry-refused'],
  [/no matching manifest for/, 'not-for-this-system'],
  [/x509:|tls: |certificate/, 'certificate'],
  [/no space left on device/, 'disk-full'],
  [/permission denied/, 'not-allowed'],
  [/filesystem layer verification failed|unexpected EOF|digest mismatch/, 'integrity'],
  [/no such host|dial tcp|i\/o timeout|TLS handshake timeout/, 'registry-unreachable'],
]

/** Throws `install/failed` with the last line of what Docker said. */
function assertDone({ code, errors, output }: InstallerEnd): void {
  if (code === 0) return
  const said = errors.trim() === '' ? output : errors
  const problem = PROBLEMS.find(([message]) => message.test(said))?.[1] ?? 'failed'
  throw installFailed(problem, said.trim().split('\n').at(-1) ?? '')
}
