/** The record of decisions as a whole: its pages, how long it is kept, what a check of it found. */
export {
  auditCheckSchema,
  type AuditCheck,
  type AuditFault,
  type AuditSignatures,
} from '../audit/audit-check.ts'
export { auditKeySchema, type AuditKey, type AuditPlace } from '../audit/audit-key.ts'
export {
  AUDIT_GROUPS,
  auditIdSchema,
  auditPageSchema,
  auditQuerySchema,
  type AuditGroup,
  type AuditPage,
  type AuditRow,
} from '../audit/audit-page.ts'
export {
  auditDeletionSchema,
  auditDaysSchema,
  deletesMore,
  type AuditDeletion,
  type AuditDays,
} from '../audit/audit-retention.ts'
export type { PersonAct } from '../audit/person-act.ts'
export { recordMessagesSchema, type RecordMessages } from '../audit/record-messages.ts'
