import { GatehouseError } from '@gatehouse/domain'

/** Reasons why a document is not read; each is a code of an error and words for the person. */
const WORDS = {
  'needs-password':
    'This document is encrypted and needs a password. Save a copy without one and attach that.',
  damaged:
    'This document is damaged: it could not be read. Open it in its program and save it again.',
  'old-office':
    'This is a document of Word, Excel or PowerPoint from before 2007. Save it as .docx, .xlsx or .pptx.',
  archive: 'This is an archive. Attach the files that are in it.',
  'too-large':
    'This document unpacks to more than can be read. Attach a part of it, saved as a document of its own.',
  'too-slow':
    'Reading this document took too long, so it was stopped. Attach a part of it, saved as a document of its own.',
  'too-much-memory':
    'Reading this document took too much memory, so it was stopped. Attach a part of it, saved as a document of its own.',
  crashed: 'The process that reads documents ended while it read this one. Nothing was attached.',
} as const

export type DocumentProblem = keyof typeof WORDS

/** Problems of files of another kind, which are refused by their kind. */
const KINDS: Partial<Record<DocumentProblem, string>> = {
  'old-office': 'office',
  archive: 'archive',
}

/** The error of a document that is not read: its code is `attachment/document-` and the problem. */
export function documentError(problem: DocumentProblem): GatehouseError {
  const kind = KINDS[problem]
  return kind === undefined
    ? new GatehouseError(`attachment/document-${problem}`, WORDS[problem])
    : new GatehouseError('attachment/unsupported', WORDS[problem], { data: { kind } })
}

export const isDocumentProblem = (value: unknown): value is DocumentProblem =>
  typeof value === 'string' && Object.hasOwn(WORDS, value)

/** Thrown while a document is read; leaves the process as its problem alone. */
export class ReadingProblem extends Error {
  readonly problem: DocumentProblem

  constructor(problem: DocumentProblem, cause?: unknown) {
    super(problem, { cause })
    this.name = 'ReadingProblem'
    this.problem = problem
  }
}
