import type { SecretSubject } from '@gatehouse/domain'
import { useInLanguage, type Language } from './i18n.ts'

/** Returns words for a secret, in the language shown now: 'Header Authorization'. */
export function useSecretWords(): (subject: SecretSubject) => string {
  return useInLanguage(secretWords)
}

function secretWords({ words }: Language): (subject: SecretSubject) => string {
  const t = words('secrets')
  return (subject) => {
    switch (subject.kind) {
      case 'variable':
      case 'header':
        return t(`subject.${subject.kind}`, { name: subject.name })
      case 'proxy-password':
        return subject.user === ''
          ? t('subject.proxy-password')
          : t('subject.proxyPasswordOf', { user: subject.user })
      case 'sign-in':
        return subject.issuer === null
          ? t('subject.sign-in')
          : t('subject.signInAt', { issuer: subject.issuer })
      case 'registration':
        return t('subject.registration', { issuer: subject.issuer })
      case 'client-secret':
      case 'client-key':
      case 'api-key':
        return t(`subject.${subject.kind}`)
    }
  }
}
