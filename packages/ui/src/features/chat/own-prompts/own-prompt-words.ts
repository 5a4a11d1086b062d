import { addWords, useT } from '../../../lib/words/i18n.ts'
import { ownPrompts as en } from '../../../locales/en/own-prompts.ts'
import { ownPrompts as zhCN } from '../../../locales/zh-CN/own-prompts.ts'

addWords('ownPrompts', { en, 'zh-CN': zhCN })

export const useOwnPromptWords = () => useT('ownPrompts')
