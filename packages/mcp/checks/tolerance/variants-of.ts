import type { MisbehaviourRow } from '@gatehouse/testkit'
import type { Era } from './good-session.ts'
import type { Wire } from './session-outcome.ts'

/** Each row with each transport and era in which it holds. */
export function variantsOf<Row extends MisbehaviourRow>(rows: readonly Row[]) {
  return rows.flatMap((row) => {
    const { over = ['stdio', 'http'], eras = ['legacy', 'modern'] }: MisbehaviourRow = row
    const id: Row['id'] = row.id
    return over.flatMap((wire: Wire) => eras.map((era: Era) => ({ id, does: row.does, wire, era })))
  })
}
