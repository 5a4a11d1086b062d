import { mode as en } from '../../locales/en/chat/mode.ts'
import { mode as zhCN } from '../../locales/zh-CN/chat/mode.ts'
import { addWords, useT, type TFunction } from './i18n.ts'

addWords('mode', { en, 'zh-CN': zhCN })

/** The words of modes and trust, which come with the parts that show them and not with the first screen. */
export function useModeWords(): TFunction<'mode'> {
  return useT('mode')
}
