import { GatehouseError, isGatehouseError } from '@gatehouse/domain'

const kinds: { match: RegExp; code: string; message: (file: string) => string }[] = [
  {
    match: /^SQLITE_(BUSY|LOCKED)/,
    code: 'store/locked',
    message: (file) =>
      `Another program is using ${file}. Quit other copies of Gatehouse and try again.`,
  },
  {
    match: /^(SQLITE_FULL|ENOSPC)/,
    code: 'store/disk-full',
    message: (file) => `Nothing was saved: the disk that holds ${file} is full. Free some space.`,
  },
  {
    match: /^SQLITE_(CORRUPT|NOTADB)/,
    code: 'store/corrupt',
    message: (file) =>
      `${file} is damaged. Quit Gatehouse and start it again: it then checks the file and, if it ` +
      'cannot be used, keeps it under another name and begins a new one.',
  },
  {
    match: /^SQLITE_(READONLY|PERM|AUTH)/,
    code: 'store/read-only',
    message: (file) => `Nothing was saved: ${file} must not be written. Check its permissions.`,
  },
  {
    match: /^SQLITE_CONSTRAINT/,
    code: 'store/constraint',
    message: (file) => `Nothing was saved: the record conflicts with other records in ${file}.`,
  },
  {
    match: /^SQLITE_IOERR/,
    code: 'store/disk-error',
    message: (file) => `Nothing was saved: the disk that holds ${file} reported an error.`,
  },
  {
    match: /^(SQLITE_CANTOPEN|EACCES|EPERM|EROFS|EISDIR|ENOTDIR|EEXIST)|Unable to open connection/,
    code: 'store/cannot-open',
    message: (file) =>
      `${file} cannot be opened. Check that its folder exists and that you may write there.`,
  },
]

/** Turns an error of the database into the one error that crosses packages. Leaves a `GatehouseError` unchanged. */
export function toStoreError(error: unknown, file: string): GatehouseError {
  if (isGatehouseError(error)) return error
  const sign = signOf(error)
  const kind = kinds.find(({ match }) => match.test(sign))
  const data = { file, detail: sign }
  if (kind !== undefined) {
    return new GatehouseError(kind.code, kind.message(file), { data, cause: error })
  }
  const message = `Saving to or reading from ${file} failed. Start Gatehouse again; if that does not help, report it.`
  return new GatehouseError('store/failed', message, { data, cause: error })
}

/** The code of a libsql error (`SQLITE_…`), else its message: libsql gives failed opens no code. */
function signOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
