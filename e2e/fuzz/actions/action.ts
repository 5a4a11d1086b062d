import type { Random } from '../random.mjs'
import type { World } from '../world.ts'

/** One thing that somebody does. What it does is decided by its own source of choices alone. */
export interface Action {
  name: string
  weight: number
  /** Resolves to what happened, in a few words. Throws when it could not be done. */
  run(world: World, random: Random): Promise<string>
}
