import type { AuditKeySwitch, Backups } from '../ports/index.ts'

/** No backups: for hosts whose tests are about something else. */
export const noBackups: { backups: Backups; auditKeys: AuditKeySwitch } = {
  backups: {
    write: () => Promise.resolve(),
    read: () => Promise.reject(new Error('There is no backup.')),
    unpack: () => Promise.reject(new Error('There is no backup.')),
    discard: () => Promise.resolve(),
    useUnpacked: () => undefined,
    kept: () => null,
    useKept: () => undefined,
    removeKept: () => Promise.resolve(),
    restart: () => undefined,
  },
  auditKeys: { begin: () => Promise.resolve(), exchange: () => Promise.resolve() },
}
