import type { AuditRecord } from '@gatehouse/domain'
import type { ElicitationAnswer, ElicitationRequest } from '@gatehouse/domain/server-requests'
import { secretTest } from './secret-fields.ts'

const MAX_FIELDS = 50
const MAX_NAME = 128
const MAX_VALUE = 200

/**
 * Which fields of a form were submitted with which values. A value that its field or its own look marks
 * as a secret is not kept: the record stays in clear on disk.
 */
export function submittedFields(
  request: ElicitationRequest,
  answer: ElicitationAnswer,
): Pick<AuditRecord, 'fields' | 'moreFields'> {
  if (request.mode !== 'form' || answer.action !== 'accept') return {}
  const isSecret = secretTest(request)
  const given = Object.entries(answer.content ?? {})
  const fields = given.slice(0, MAX_FIELDS).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const shown = isSecret(name, value) ? {} : { value: cut(text) }
    return { name: name.slice(0, MAX_NAME), ...shown }
  })
  const more = given.length - fields.length
  return { fields, ...(more > 0 ? { moreFields: more } : {}) }
}

function cut(text: string): string {
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1)}…` : text
}
