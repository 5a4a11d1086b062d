import { common } from './common.ts'
import { settings } from './settings.ts'
import { servers } from './servers.ts'
import { providers } from './providers.ts'
import { frame } from './frame.ts'
import { firstRun } from './first-run.ts'
import { errors } from './errors.ts'
import { activity } from './activity.ts'
import { chat } from './chat.ts'
import { toolForm } from './tool-form.ts'

/** All namespaces in English, which decides the keys of every language. */
export const en = {
  common,
  activity,
  chat,
  errors,
  firstRun,
  frame,
  providers,
  servers,
  settings,
  toolForm,
}
