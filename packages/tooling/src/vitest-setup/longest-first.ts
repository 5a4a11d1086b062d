import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Test files that take longest; begun last, one of them would run alone at the end while a core idles. */
const longest = [
  'apps/desktop/src/main/faults/',
  'apps/desktop/src/main/display-fidelity/',
  'packages/mcp/checks/authorization/soak.test.ts',
  'packages/mcp/checks/misbehaviour/',
  'packages/mcp/checks/protocol/utilities.test.ts',
  'packages/mcp/src/system/processes/server-tree.test.ts',
  'packages/store/src/file/compact-file.test.ts',
  'packages/store/src/file/update-file.test.ts',
]

const isLong = ({ moduleId }: TestSpecification) =>
  longest.some((path) => moduleId.includes(`/${path}`))

/** The order of Vitest, which keeps the files of a project together, with the longest before all others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
