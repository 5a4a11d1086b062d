// Without a schema library: what a launch has to read is counted where it is shown, too.
import { countInvisible } from '../../text/name-check.ts'

/** Limits of all texts of one launch: as much as a person can read and a window can draw. */
export const LAUNCH_LIMIT = { characters: 262_144, unseen: 2000 } as const

/** Limits of all servers that are added at once. */
export const LAUNCHES_LIMIT = { characters: 1_048_576, unseen: 8000 } as const

interface NamedText {
  name: string
  value?: string | null | undefined
}

/** The texts of a launch, under any field names. */
export type LaunchTexts =
  | { kind: 'stdio'; command: string; args: string[]; env: NamedText[]; cwd?: string | undefined }
  | { kind: 'http'; url: string; headers: NamedText[] }

/** Characters, and those of them that are line breaks or cannot be seen. */
export interface TextSize {
  characters: number
  unseen: number
}

/** Returns the amount of text to read in a launch. */
export function launchSize(launch: LaunchTexts): TextSize {
  const values = (list: NamedText[]): string[] =>
    list.flatMap(({ name, value }) => [name, value ?? ''])
  const texts =
    launch.kind === 'http'
      ? [launch.url, ...values(launch.headers)]
      : [launch.command, ...launch.args, ...values(launch.env), launch.cwd ?? '']
  return texts.reduce<TextSize>(
    (sum, text) => ({
      characters: sum.characters + text.length,
      unseen: sum.unseen + countInvisible(text),
    }),
    { characters: 0, unseen: 0 },
  )
}

/** True if a launch is too large for a person to read it whole. */
export function exceedsReviewLimit(launch: LaunchTexts): boolean {
  const { characters, unseen } = launchSize(launch)
  return characters > LAUNCH_LIMIT.characters || unseen > LAUNCH_LIMIT.unseen
}
