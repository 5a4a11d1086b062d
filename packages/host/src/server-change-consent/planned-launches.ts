import { canonicalJson } from '@gatehouse/domain'
import { programNameOf, type ImportReview, type InstallPlan } from '@gatehouse/domain/launch'

type Reviewed = ImportReview['servers'][number]

/** The launches before their packages are installed: a program that is not there yet cannot be pinned. */
export function withoutMissingPrograms(
  review: ImportReview,
  plans: readonly InstallPlan[],
): ImportReview {
  return {
    ...review,
    servers: review.servers.map((server) => {
      const runtime = runtimeOf(server, plans)
      const risks = server.risks.filter(
        ({ code, value }) => code !== 'code-not-pinned' || value !== runtime,
      )
      return { ...server, risks }
    }),
  }
}

/** Name of the program that runs a planned package; undefined for a server whose package is not installed. */
function runtimeOf({ launch }: Reviewed, plans: readonly InstallPlan[]): string | undefined {
  const plan = plans.find(({ starts }) => {
    const folder = starts?.args.at(-1)
    return folder !== undefined && launch.kind === 'stdio' && launch.args.includes(folder)
  })
  return plan?.starts && programNameOf(plan.starts.command)
}

/**
 * True if all that runs was in view before the installation. Anything else is shown again: an option that a package adds
 * to its start, a risk that was not known, a file that was changed meanwhile.
 */
export function isAsPlanned(review: ImportReview, planned: ImportReview): boolean {
  return (
    review.servers.length === planned.servers.length &&
    review.servers.every((server, at) => {
      const before = planned.servers[at]
      return before !== undefined && isSameServer(server, before)
    })
  )
}

function isSameServer(server: Reviewed, planned: Reviewed): boolean {
  const { installation } = server
  if (!installation) return canonicalJson(server) === canonicalJson(planned)
  const { folder } = installation.present
  const known = new Set(planned.risks.map((risk) => canonicalJson(risk)))
  const rest = ({ serverId, name, resolution, placeholders, bundle }: Reviewed) =>
    canonicalJson({ serverId, name, resolution, placeholders, bundle })
  return (
    rest(server) === rest(planned) &&
    isSameLaunch(server.launch, planned.launch) &&
    filesBeside(folder, server) === filesBeside(folder, planned) &&
    server.risks.every((risk) => known.has(canonicalJson(risk))) &&
    (server.packageChecks?.unchecked ?? []).length === 0
  )
}

/** The program lies in the folder that was shown in its place; all else is the same. */
function isSameLaunch(launch: Reviewed['launch'], planned: Reviewed['launch']): boolean {
  if (launch.kind !== 'stdio' || planned.kind !== 'stdio') return false
  const at = launch.args.findIndex((argument, index) => argument !== planned.args[index])
  const [file = '', folder = ''] = [launch.args[at], planned.args[at]]
  const isInside = file.startsWith(folder) && /^[\\/]/.test(file.slice(folder.length))
  if (at < 0 || !isInside || file.split(/[\\/]/).includes('..')) return false
  return canonicalJson({ ...launch, args: launch.args.with(at, folder) }) === canonicalJson(planned)
}

/** The pinned files outside of the installation, as they were read. */
function filesBeside(folder: string, { pin }: Reviewed): string {
  const files = pin?.files.filter(({ path }) => !path.startsWith(folder)) ?? []
  return canonicalJson(files)
}
