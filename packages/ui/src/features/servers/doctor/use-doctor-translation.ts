import { doctor as en } from '../../../locales/en/servers/doctor.ts'
import { doctor as zhCN } from '../../../locales/zh-CN/servers/doctor.ts'
import { addWords, useT, type TFunction } from '../../../lib/words/i18n.ts'

addWords('doctor', { en, 'zh-CN': zhCN })

/** The words of the doctor, which come with the server page. */
export function useDoctorTranslation(): TFunction<'doctor'> {
  return useT('doctor')
}
export type DoctorTranslation = TFunction<'doctor'>
