import { addWords, useT } from '../../../lib/words/i18n.ts'
import { serverApps as en } from '../../../locales/en/servers/server-apps.ts'
import { serverApps as zhCN } from '../../../locales/zh-CN/servers/server-apps.ts'

addWords('serverApps', { en, 'zh-CN': zhCN })

export const useServerAppsWords = () => useT('serverApps')
