import type { AuditRecord } from '@gatehouse/domain'
import { nameAndTitle } from '../../lib/tool-words.ts'

/** What a record is about, in one line. Records of before tools were named hold only a title. */
export function subjectOf({ tool, subject }: AuditRecord): string {
  return tool ? nameAndTitle(tool.name, tool.title) : subject
}
