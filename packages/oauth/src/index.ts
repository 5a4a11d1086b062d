export {
  createAuthorizations,
  type AuthorizationsOptions,
  type ClosableAuthorizations,
} from './authorizations.ts'
