import { installProblemSchema } from '@gatehouse/domain/launch'
import { install as en } from '../../locales/en/servers/install.ts'
import { install as zhCN } from '../../locales/zh-CN/servers/install.ts'
import { isBridgeError } from '../bridge/bridge-error.ts'
import { stringOrEmpty } from './error-data.ts'
import { useErrorWords } from './error-words.ts'
import { addWords, useT, type TFunction } from './i18n.ts'

addWords('install', { en, 'zh-CN': zhCN })

/** The words of installations, which come with the parts that show them and not with the first screen. */
export function useInstallWords(): TFunction<'install'> {
  return useT('install')
}

export function isInstallError(error: unknown): boolean {
  return isBridgeError(error) && error.code.startsWith('install/')
}

/** Words for a failed installation, and for any other failure. */
export function useInstallErrorWords(): (error: unknown) => { title: string; detail: string } {
  const t = useInstallWords()
  const words = useErrorWords()
  return (error) => {
    const { code, data } = isBridgeError(error) ? error : { code: '', data: {} }
    if (code === 'install/not-a-package') return { title: t('problem.notAPackage'), detail: '' }
    const problem = installProblemSchema.safeParse(data['problem' as keyof typeof data])
    if (code !== 'install/failed' || !problem.success) return { title: words(error), detail: '' }
    const detail = stringOrEmpty(data['detail' as keyof typeof data])
    return {
      title: t(`problem.${problem.data}`),
      detail: detail === '' ? '' : t('problem.detail', { detail }),
    }
  }
}
