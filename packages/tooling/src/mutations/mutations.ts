import type { Mutation } from './run-mutations.ts'
import { sdkWorkarounds } from './sdk-workarounds.ts'

/** Every mutant that `pnpm mutations` plants. */
export const mutations: readonly Mutation[] = [...sdkWorkarounds]
