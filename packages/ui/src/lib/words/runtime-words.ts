import { runtimeNameSchema, runtimeProblemSchema } from '@gatehouse/domain/launch'
import { runtimes as en } from '../../locales/en/servers/runtimes.ts'
import { runtimes as zhCN } from '../../locales/zh-CN/servers/runtimes.ts'
import { isBridgeError } from '../bridge/bridge-error.ts'
import { stringOrEmpty } from './error-data.ts'
import { useErrorWords } from './error-words.ts'
import { addWords, useT, type TFunction } from './i18n.ts'

addWords('runtimes', { en, 'zh-CN': zhCN })

/** The words of runtimes, which come with the parts that show them and not with the first screen. */
export function useRuntimeWords(): TFunction<'runtimes'> {
  return useT('runtimes')
}

/** Words for a runtime that was not fetched or chosen, and for any other failure. */
export function useRuntimeErrorWords(): (error: unknown) => string {
  const t = useRuntimeWords()
  const words = useErrorWords()
  return (error) => {
    if (!isBridgeError(error)) return words(error)
    const { code, data } = error
    if (code === 'runtime/other-program') {
      const name = runtimeNameSchema.safeParse(data['name'])
      const runtime = name.success ? t(`name.${name.data}`) : ''
      return t('problem.otherProgram', { runtime, program: stringOrEmpty(data['program']) })
    }
    const problem = runtimeProblemSchema.safeParse(data['problem'])
    if (code !== 'runtime/failed' || !problem.success) return words(error)
    return t(`problem.${problem.data}`, { detail: stringOrEmpty(data['detail']) })
  }
}
