import { sampling as en } from '../../locales/en/sampling.ts'
import { sampling as zhCN } from '../../locales/zh-CN/sampling.ts'
import { addWords, useT, type TFunction } from './i18n.ts'

addWords('sampling', { en, 'zh-CN': zhCN })

/** The words of sampling, which come with the parts that show them and not with the first screen. */
export function useSamplingWords(): TFunction<'sampling'> {
  return useT('sampling')
}
