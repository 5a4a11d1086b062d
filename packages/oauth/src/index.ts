export { createAuthorizations, type AuthorizationsOptions } from './authorizations.ts'
