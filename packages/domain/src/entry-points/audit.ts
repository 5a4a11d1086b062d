/** The record of decisions as a whole: its pages, how long it is kept, what a check of it found. */
export {
  auditCheckSchema,
  type AuditCheck,
  type AuditFault,
  type AuditSignatures,
  type AuditKey,
  type AuditPlace,
  storedAuditKeySchema,
  type StoredAuditKey,
} from '../audit/audit-check.ts'
export {
  AUDIT_GROUPS,
  auditIdSchema,
  auditPageSchema,
  auditQuerySchema,
  type AuditGroup,
  type AuditPage,
  type AuditRow,
  recordMessagesSchema,
  type RecordMessages,
  type PersonAct,
} from '../audit/audit-page.ts'
export {
  auditDeletionSchema,
  auditDaysSchema,
  deletesMore,
  type AuditDeletion,
  type AuditDays,
} from '../audit/audit-retention.ts'
