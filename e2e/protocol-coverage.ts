import { writeFileSync } from 'node:fs'
import { protocolRequirements } from './requirements.ts'

/** As much of a vitest run as is read here. */
interface RunModule {
  children: { allTests(): Iterable<{ fullName: string; result(): { state: string } }> }
}

const known = new Set<string>(
  Object.entries(protocolRequirements).flatMap(([id, { ways }]) =>
    ways.map((way) => `${id} ${way}`),
  ),
)

/**
 * A vitest reporter for whole runs: writes to `GATEHOUSE_PROTOCOL_COVERAGE` which requirements no
 * passing test cites, and which citations nobody promised, as `{ uncited, unknown, cited }`.
 */
class ProtocolCoverage {
  onTestRunEnd(modules: readonly RunModule[]): void {
    const file = process.env['GATEHOUSE_PROTOCOL_COVERAGE']
    if (file === undefined) return
    const cited = new Set(modules.flatMap(citationsOf))
    const report = {
      uncited: [...known].filter((way) => !cited.has(way)),
      unknown: [...cited].filter((way) => !known.has(way)),
      cited: cited.size,
    }
    writeFileSync(file, JSON.stringify(report))
  }
}

function citationsOf(module: RunModule): string[] {
  return [...module.children.allTests()]
    .filter((test) => test.result().state === 'passed')
    .flatMap(({ fullName }) => [...fullName.matchAll(/\[(protocol\.[^\]]+)\]/g)])
    .map((match) => match[1] ?? '')
}

// oxlint-disable-next-line import/no-default-export -- vitest loads a reporter by its default export
export default ProtocolCoverage
