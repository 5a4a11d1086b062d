import type { Mutation } from './run-mutations.ts'
import { sdkWorkarounds } from './sdk-workarounds.ts'
import { windowGuards } from './window.ts'

/** Every mutant that `pnpm mutations` plants. */
export const mutations: readonly Mutation[] = [...sdkWorkarounds, ...windowGuards]
