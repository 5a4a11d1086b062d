import type { Random } from '../random.mjs'
import type { Action } from './action.ts'
import { appActions } from './apps.ts'
import { configurationActions } from './configurations.ts'
import { diagramActions } from './diagrams.ts'
import { endActions, startActions } from './terminations.ts'
import { followActions } from './follows.ts'
import { linkActions } from './links.ts'
import { modelActions } from './models.ts'
import { pageActions } from './page.ts'
import { personActions } from './person.ts'
import { pressActions } from './presses.ts'
import { serverActions } from './servers.ts'
import { toolFormActions } from './tool-forms.ts'
import { windowActions } from './windows.ts'

const all: readonly Action[] = [
  ...serverActions,
  ...modelActions,
  ...personActions,
  ...configurationActions,
  ...pageActions,
  ...pressActions,
  ...linkActions,
  ...windowActions,
  ...diagramActions,
  ...toolFormActions,
  ...followActions,
  ...appActions,
  ...startActions,
]

/** Every so many actions the app is ended. */
const ENDS_EVERY = 30

/** The action at a place of the sequence: decided by the seed and the place, by nothing that happens. */
export function actionAt(random: Random, place: number): { action: Action; own: Random } {
  const own = random.fork(`action ${place}`)
  const from = place % ENDS_EVERY === ENDS_EVERY - 1 ? endActions : all
  return { action: own.weighted(from.map((action) => [action.weight, action] as const)), own }
}
