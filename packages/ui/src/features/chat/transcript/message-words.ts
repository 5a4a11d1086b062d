import { addWords, useT } from '../../../lib/words/i18n.ts'
import { messageActions as en } from '../../../locales/en/message-actions.ts'
import { messageActions as zhCN } from '../../../locales/zh-CN/message-actions.ts'

addWords('messageActions', { en, 'zh-CN': zhCN })

export const useMessageWords = () => useT('messageActions')
