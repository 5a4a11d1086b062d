import type { Diagnosis, DoctorStep, Evidence, Mend } from '@gatehouse/domain/doctor'
import type { DoctorTranslation as Words } from './use-doctor-translation.ts'

/** Evidence of a step in a sentence; the words of its state where there is none. */
export function evidenceWords(
  t: Words,
  { evidence, state }: Pick<DoctorStep, 'evidence' | 'state'>,
): string {
  if (evidence.id === 'none') return t(`state.${state}`)
  return t(`evidence.${evidence.id}`, valuesOf(evidence))
}

function valuesOf({ values = {} }: Evidence): Record<string, string | number> {
  return values
}

/** Cause of a failed start and its mend in words; empty where only the failure itself is known. */
export function causeWords(t: Words, cause: Diagnosis['cause'], server: string): string {
  if (cause === null || cause.id === 'said') return ''
  return t(`cause.${cause.id}`, { name: cause.name ?? '', server })
}

export function mendWords(t: Words, mend: Mend): string {
  switch (mend.kind) {
    case 'set-variable':
      return t('mend.set', { name: mend.name })
    case 'edit':
      return mend.option === undefined
        ? t(`mend.${mend.field}`)
        : t('mend.set', { name: mend.option })
    case 'start':
      return t('mend.start')
    case 'start-limit':
      return t('mend.startLimit')
    case 'sign-in':
      return t('mend.signIn')
    case 'install':
      return t('mend.install')
  }
}
