import type { DraftValue } from '@gatehouse/domain'
import { riskyVariable, type LaunchRisk } from '@gatehouse/domain/launch'

/** Variables that decide which code runs, or who stands between a program and the network. */
export function variableRisks(variables: readonly DraftValue[]): LaunchRisk[] {
  return variables.flatMap(({ name, value }): LaunchRisk[] => {
    const effect = riskyVariable(name)
    if (effect === null) return []
    const code = effect === 'program' ? 'decides-program' : 'reads-traffic'
    return [{ code, where: 'environment', value: `${name}=${value ?? ''}` }]
  })
}
