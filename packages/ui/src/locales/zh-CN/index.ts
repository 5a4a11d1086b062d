import { common } from './common.ts'
import { secrets } from './secrets.ts'
import { settings } from './settings.ts'
import { serverPage } from './servers/server-page.ts'
import { catalogue } from './servers/catalogue.ts'
import { servers } from './servers/servers.ts'
import { permissions } from './permissions.ts'
import { providers } from './providers.ts'
import { serverImport } from './servers/server-import.ts'
import { appShell } from './app-shell.ts'
import { firstRun } from './first-run.ts'
import { errors } from './errors.ts'
import { activity } from './activity.ts'
import { asks } from './asks.ts'
import { chat } from './chat/chat.ts'
import { composer } from './chat/composer.ts'
import { consent } from './consent.ts'
import { network } from './network.ts'
import { tasks } from './tasks.ts'
import { toolForm } from './chat/tool-form.ts'
import { workspaces } from './workspaces.ts'
import type { en } from '../en/index.ts'
import type { TranslationOf } from '../translation-shape.ts'

export const zhCN = {
  common,
  activity,
  asks,
  catalogue,
  chat,
  composer,
  consent,
  errors,
  firstRun,
  network,
  appShell,
  permissions,
  providers,
  serverImport,
  serverPage,
  servers,
  secrets,
  settings,
  tasks,
  toolForm,
  workspaces,
} satisfies TranslationOf<typeof en>
