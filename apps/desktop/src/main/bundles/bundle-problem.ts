import { GatehouseError } from '@gatehouse/domain'
import type { ImportIssueCode } from '@gatehouse/domain/launch'

/** The refusal of a bundle, for the words of an import issue. `detail` is its subject: a name in it, a number. */
export function bundleProblem(code: ImportIssueCode, detail = ''): GatehouseError {
  return new GatehouseError('import/unreadable', `This bundle was refused (${code} ${detail}).`, {
    data: { code, detail },
  })
}
