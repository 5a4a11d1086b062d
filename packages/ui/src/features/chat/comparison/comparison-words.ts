import { addWords, useT } from '../../../lib/words/i18n.ts'
import { comparison as en } from '../../../locales/en/comparison.ts'
import { comparison as zhCN } from '../../../locales/zh-CN/comparison.ts'

addWords('comparison', { en, 'zh-CN': zhCN })

export const useComparisonWords = () => useT('comparison')
