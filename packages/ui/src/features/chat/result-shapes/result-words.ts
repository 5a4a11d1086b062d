import { addWords, useT } from '../../../lib/words/i18n.ts'
import { resultShapes as en } from '../../../locales/en/result-shapes.ts'
import { resultShapes as zhCN } from '../../../locales/zh-CN/result-shapes.ts'

addWords('resultShapes', { en, 'zh-CN': zhCN })

export const useResultWords = () => useT('resultShapes')
