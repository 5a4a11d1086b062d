export { createSecretVault, type SecretVaultOptions } from './create-secret-vault.ts'
export type { Keytar } from './load-keytar.ts'
