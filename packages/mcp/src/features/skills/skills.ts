import {
  SKILL_LIMITS,
  SKILLS_EXTENSION_ID,
  SkillsClient,
  SkillVerificationError,
  type Skill as SkillEntry,
  type SkillFile,
} from '@modelcontextprotocol/client/ext/skills'
import { GatehouseError, skillSchema, type Skill, type SkillContents } from '@gatehouse/domain'
import type { SkillRequest } from '@gatehouse/host/ports'
import { runRequest } from '../../requests/run-request.ts'
import { type RequestContext } from '../../requests/connection-context.ts'
import { parseFrontmatter } from './frontmatter.ts'
import { createLeftOutLog } from '../../requests/read-list.ts'

/** Skills of one server that are kept. */
const MAX_SKILLS = 1000

/** The skills of one session, with what the server declared of them: reads are checked against that. */
export interface Skills {
  list(signal: AbortSignal): Promise<Skill[]>
  read(request: SkillRequest, signal: AbortSignal): Promise<SkillContents>
}

/** The extension `io.modelcontextprotocol/skills` (SEP-2640). Nothing of it is asked for unasked. */
export function createSkills(parts: RequestContext): Skills {
  const { serverName } = parts.context.options
  const held = new Map<string, SkillEntry>()
  const refusals = new Map<string, { entry: string; error: GatehouseError }>()
  let lists = 0

  /** Until the server describes a skill otherwise, what was refused stays so. */
  const assertNotRefused = (entry: SkillEntry): void => {
    const refusal = refusals.get(keyOf(entry.uri))
    if (refusal?.entry === JSON.stringify(entry)) throw refusal.error
  }

  const entryOf = async (uri: string, signal: AbortSignal): Promise<SkillEntry> => {
    const known = held.get(keyOf(uri))
    if (known) return known
    const what = `the request for the skill ${uri.slice(0, 300)}`
    const { skill } = await runRequest(
      parts,
      { what, run: (client, options) => clientFor(client).get(uri, options) },
      signal,
    )
    if (held.size < MAX_SKILLS) held.set(keyOf(skill.uri), skill)
    return skill
  }

  return {
    async list(signal) {
      if (!offersSkills(parts)) return []
      const turn = (lists += 1)
      const entries = await listEntries(parts, signal)
      // An older response that comes late must not take a newer one's place.
      if (turn === lists) {
        held.clear()
        for (const entry of entries) held.set(keyOf(entry.uri), entry)
      }
      return entries.map(describe)
    },

    async read({ uri, file, onProgress }, signal) {
      if (!offersSkills(parts)) throw withoutSkills(serverName)
      const entry = await entryOf(uri, signal)
      assertNotRefused(entry)
      assertFits(entry, serverName)
      const what = `the request to read ${(file ?? uri).slice(0, 300)}`
      const skill = await runRequest(
        parts,
        {
          what,
          run: (client, options) =>
            clientFor(client).read(entry, file, options).catch(passVerification),
          onProgress,
        },
        signal,
      )
      if (skill instanceof SkillVerificationError) {
        const error = unverified(skill, serverName)
        refusals.set(keyOf(entry.uri), { entry: JSON.stringify(entry), error })
        throw error
      }
      // Another file of it may have been refused meanwhile.
      assertNotRefused(entry)
      if (skill.bytes.byteLength > SKILL_LIMITS.bytes) throw tooLarge(uri, serverName)
      return readingOf(skill, entry)
    },
  }
}

const clientFor = (client: ConstructorParameters<typeof SkillsClient>[0]): SkillsClient =>
  new SkillsClient(client, { parseFrontmatter, skipInvalid: true })

/** A key that is equal for all ways of writing an address. */
function keyOf(uri: string): string {
  try {
    return new URL(uri).href
  } catch {
    return uri
  }
}

function offersSkills({ session }: RequestContext): boolean {
  const { extensions } = session.info.capabilities
  return typeof extensions === 'object' && extensions !== null && SKILLS_EXTENSION_ID in extensions
}

/** All pages of `skills/list`; what cannot be used is left out with a line in the log. */
async function listEntries(parts: RequestContext, signal: AbortSignal): Promise<SkillEntry[]> {
  const { log } = parts.context
  const { skills, invalid } = await runRequest(
    parts,
    {
      what: 'the request for its skills',
      run: (client, options) => clientFor(client).list({}, options),
    },
    signal,
  )
  const leftOut = createLeftOutLog(log)
  for (const { uri = 'without an address', reason } of invalid)
    leftOut.add(`The skill ${uri.slice(0, 300)} is left out: ${reason.slice(0, 500)}`)
  const usable = skills.filter((entry) => {
    const fits = skillSchema.safeParse(describe(entry)).success
    if (!fits) leftOut.add('A skill is left out: its address is too long.')
    return fits
  })
  leftOut.end()
  if (usable.length > MAX_SKILLS)
    log.write(
      'warning',
      `The list of skills is longer than is read; the first ${MAX_SKILLS} are used.`,
    )
  return usable.slice(0, MAX_SKILLS)
}

function describe({ uri, frontmatter, resources }: SkillEntry): Skill {
  const { name, description } = frontmatter
  if (resources === 'dynamic') return { uri, name, description }
  return { uri, name, description, files: { count: resources.length, bytes: bytesOf(resources) } }
}

const bytesOf = (files: readonly { size: number }[]): number =>
  files.reduce((sum, { size }) => sum + size, 0)

function readingOf(file: SkillFile, { resources }: SkillEntry): SkillContents {
  const { uri, mimeType, text, bytes, verified } = file
  return {
    uri,
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(text === undefined ? { blob: Buffer.from(bytes).toString('base64') } : { text }),
    verified,
    files:
      resources === 'dynamic' ? [] : resources.map((one) => ({ uri: one.uri, size: one.size })),
  }
}

function passVerification(error: unknown): SkillVerificationError {
  if (error instanceof SkillVerificationError) return error
  throw error
}

/** The limits that every host enforces ("Limits"); more is declined before anything is read. */
function assertFits({ uri, resources }: SkillEntry, serverName: string): void {
  if (resources === 'dynamic') return
  if (resources.length > SKILL_LIMITS.files || bytesOf(resources) > SKILL_LIMITS.bytes)
    throw tooLarge(uri, serverName)
}

function tooLarge(uri: string, serverName: string): GatehouseError {
  const { files, bytes } = SKILL_LIMITS
  return new GatehouseError(
    'skill/too-large',
    `The skill ${uri.slice(0, 300)} of ${serverName} is not read: it has more than ${files} files or ${bytes} bytes.`,
    { data: { uri, files, bytes } },
  )
}

function unverified(
  { reason, uri, message, differences }: SkillVerificationError,
  serverName: string,
): GatehouseError {
  const problem = {
    unlisted: 'it is not one of the files of the skill',
    size: 'its size is another',
    digest: 'its digest does not match',
    frontmatter: 'its description of the skill does not match',
  }[reason]
  const detail = (differences.length > 0 ? differences.join('; ') : message).slice(0, 1000)
  return new GatehouseError(
    'skill/unverified',
    `${uri.slice(0, 300)} is not what ${serverName} described: ${problem}. Nothing of this skill is used. ${detail}`,
    { data: { file: uri, reason, detail } },
  )
}

function withoutSkills(serverName: string): GatehouseError {
  const detail = 'It does not offer skills.'
  return new GatehouseError('request/refused', `${serverName} does not offer skills.`, {
    data: { detail },
  })
}
