export type { AppLinks } from './app-link-receiver.ts'
export {
  createAuthorizations,
  type AuthorizationsOptions,
  type ClosableAuthorizations,
} from './authorizations.ts'
