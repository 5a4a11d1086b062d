/** The proxy and the certificate authorities of the whole app. */
export { AUTHORITY_LIMITS } from '../settings/network-limits.ts'
export {
  authorityFileSchema,
  networkDraftSchema,
  networkTestSchema,
  type AuthorityFile,
  type CertificateFacts,
  type NetworkDraft,
  type NetworkReach,
  type NetworkSettings,
  type NetworkTest,
} from '../settings/network-settings.ts'
