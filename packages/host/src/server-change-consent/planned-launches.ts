import { canonicalJson } from '@gatehouse/domain'
import {
  programNameOf,
  type ImportReview,
  type InstallPlan,
  type LaunchReview,
  type LaunchRisk,
} from '@gatehouse/domain/launch'
import { withoutSecrets } from '../server-import/import-view.ts'

type Reviewed = ImportReview['servers'][number]
type Start = NonNullable<InstallPlan['starts']>

/** The start that is there already: a link to an interpreter is made by the installation. */
export const inspectableStart = ({ command, args, interpreter = command }: Start) => ({
  command: interpreter,
  args,
})

/** Reviews of {@link inspectableStart} as they will start. A program that is not there yet cannot be pinned. */
export function withoutMissingPrograms(
  review: ImportReview,
  plans: readonly InstallPlan[],
): ImportReview {
  return {
    ...review,
    servers: review.servers.map((server) => {
      const { launch, risks } = server
      const starts = startOf(server, plans)
      if (!starts || launch.kind === 'http') return server
      const { command } = starts
      return { ...server, launch: { ...launch, command }, risks: risksOfStart(risks, starts) }
    }),
  }
}

/** The same of one server. */
export function withoutMissingProgram(review: LaunchReview, starts: Start): LaunchReview {
  const { draft, risks } = review
  const { transport } = draft
  if (transport.kind === 'http') return review
  const { command } = starts
  return {
    ...review,
    draft: { ...draft, transport: { ...transport, command } },
    risks: risksOfStart(risks, starts),
  }
}

/** The review of one server as that of several shows it. */
export function asImportReview({ id, draft, ...review }: LaunchReview): ImportReview {
  const { name, transport } = draft
  return { id, servers: [{ ...review, serverId: '', name, launch: withoutSecrets(transport) }] }
}

/** Without those that the installation removes: code that is not there yet, an image without its digest. */
function risksOfStart(risks: readonly LaunchRisk[], start: Start): LaunchRisk[] {
  const gone: Partial<Record<LaunchRisk['code'], string | undefined>> = {
    'code-not-pinned': programNameOf(inspectableStart(start).command),
    'unpinned-package': start.args.at(-1),
  }
  return risks.filter(({ code, value }) => gone[code] !== value)
}

/** The planned start of a server; undefined for one whose package is not installed. */
function startOf({ launch }: Reviewed, plans: readonly InstallPlan[]): Start | undefined {
  return plans.find(({ starts }) => {
    const folder = starts?.args.at(-1)
    return folder !== undefined && launch.kind === 'stdio' && launch.args.includes(folder)
  })?.starts
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
  const { ecosystem, folder } = installation.present
  const known = new Set(planned.risks.map((risk) => canonicalJson(risk)))
  const rest = ({ serverId, name, placeholders, bundle }: Reviewed) =>
    canonicalJson({ serverId, name, placeholders, bundle })
  return (
    rest(server) === rest(planned) &&
    isSameLaunch(server.launch, planned.launch) &&
    (isLinkIn(folder, server) ||
      canonicalJson(server.resolution) === canonicalJson(planned.resolution)) &&
    filesBeside(folder, server) === filesBeside(folder, planned) &&
    server.risks.every((risk) => known.has(canonicalJson(risk))) &&
    // An image is never checked, which its plan says.
    (ecosystem === 'oci' || (server.packageChecks?.unchecked ?? []).length === 0)
  )
}

/** The program lies in the folder that was shown in its place, the image has a digest; all else is the same. */
function isSameLaunch(launch: Reviewed['launch'], planned: Reviewed['launch']): boolean {
  if (launch.kind !== 'stdio' || planned.kind !== 'stdio') return false
  const at = launch.args.findIndex((argument, index) => argument !== planned.args[index])
  const [file = '', folder = ''] = [launch.args[at], planned.args[at]]
  const isInside =
    file.startsWith(folder) && /^(?:[\\/]|@sha256:[\da-f]{64}$)/.test(file.slice(folder.length))
  if (at < 0 || !isInside || file.split(/[\\/]/).includes('..')) return false
  return canonicalJson({ ...launch, args: launch.args.with(at, folder) }) === canonicalJson(planned)
}

/** True for a command that the installation made. Where it leads to is among {@link filesBeside}. */
const isLinkIn = (folder: string, { resolution }: Reviewed): boolean =>
  resolution?.path?.startsWith(folder) === true

/** The pinned files outside of the installation, as they were read; of a command in it, the file that it leads to. */
function filesBeside(folder: string, { pin, launch }: Reviewed): string {
  const command = launch.kind === 'stdio' ? launch.command : ''
  const files = (pin?.files ?? []).flatMap((file) => {
    const { path, realPath } = file
    if (!path.startsWith(folder)) return [file]
    return path === command ? [{ ...file, named: realPath, path: realPath }] : []
  })
  return canonicalJson(files)
}
