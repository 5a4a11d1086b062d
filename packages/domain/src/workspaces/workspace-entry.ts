import { z } from 'zod'

/** A file or folder below a folder of a workspace, found by its name. Nothing of it was read. */
export const workspaceEntrySchema = z.object({
  /** The folder of the workspace. */
  folder: z.string(),
  /** From there on, with `/` between the parts. */
  path: z.string(),
  kind: z.enum(['file', 'folder']),
  /** Bytes of a file; absent if not known. */
  bytes: z.number().int().nonnegative().optional(),
  /** Its name, or that of a folder on the way, begins with a dot. */
  isHidden: z.boolean(),
  /** Files of this name hold keys or passwords. */
  isSecret: z.boolean(),
})
export type WorkspaceEntry = z.infer<typeof workspaceEntrySchema>

export const foundEntriesSchema = z.object({
  /** The best match first. */
  entries: z.array(workspaceEntrySchema),
  /** True if everything was searched and all matches are here. */
  complete: z.boolean(),
})
export type FoundEntries = z.infer<typeof foundEntriesSchema>

const SECRET_FOLDERS = new Set(['.ssh', '.aws', '.gnupg', '.kube', '.docker', '.azure'])
const SECRET_NAMES = new Set([
  '.git-credentials',
  '.htpasswd',
  '.netrc',
  '_netrc',
  '.npmrc',
  '.pgpass',
  '.pypirc',
  '.vault-token',
  'credentials',
  'credentials.json',
  'service-account.json',
])
const SECRET_BEGINNINGS = ['.env', 'id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519', 'secrets.']
const SECRET_ENDS = [
  '.env',
  '.pem',
  '.key',
  '.p8',
  '.p12',
  '.pfx',
  '.jks',
  '.keystore',
  '.kdbx',
  '.ovpn',
  '.tfstate',
  '.ppk',
]

/** True if a name shows that a file may hold keys or passwords. Any other name proves nothing. */
export function isSecretPath(path: string): boolean {
  const parts = path.toLowerCase().split('/')
  const name = parts.at(-1) ?? ''
  // What goes with a key to be given away.
  if (name.endsWith('.pub')) return false
  return (
    SECRET_NAMES.has(name) ||
    SECRET_BEGINNINGS.some((beginning) => name.startsWith(beginning)) ||
    SECRET_ENDS.some((end) => name.endsWith(end)) ||
    parts.some((part) => SECRET_FOLDERS.has(part))
  )
}

export function isHiddenPath(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.'))
}
