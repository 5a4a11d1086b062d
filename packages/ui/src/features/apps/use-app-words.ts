import { addWords, useT } from '../../lib/words/i18n.ts'
import { apps as en } from '../../locales/en/apps.ts'
import { apps as zhCN } from '../../locales/zh-CN/apps.ts'

addWords('apps', { en, 'zh-CN': zhCN })

export const useAppWords = () => useT('apps')
