// Words that main draws stand beside their code: apps/desktop/src/main/tray/tray-menu.ts, electron/menu-labels.ts,
// electron/crash-page.ts, update-page.ts, first-page.ts, chat-files/markdown-words.ts, and packages/oauth/src/redirect-page.ts.
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

/** All namespaces in English, which decides the keys of every language. */
export const en = {
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
}
