import { z } from 'zod'
import { connectionStepSchema } from '../servers/connection.ts'
import { timestampSchema } from '../identifier.ts'
import { foundRuntimeSchema } from '../servers/launch/runtimes.ts'

/** Lines that are kept of the beginning of an output, and as many of its end. */
export const OUTPUT_LINES = 20

/** The last start of a server, as main saw it. */
export const startRecordSchema = z.object({
  at: timestampSchema,
  /** The steps that it reached, in order. */
  steps: z.array(z.object({ step: connectionStepSchema, at: timestampSchema })),
  /** When it was up or failed; absent while it starts. */
  endedAt: timestampSchema.optional(),
  /** The first lines that its process printed, and the last of the rest, oldest first. */
  first: z.array(z.string()).max(OUTPUT_LINES),
  last: z.array(z.string()).max(OUTPUT_LINES),
  /** Lines that were printed until now, and until it was up. */
  printed: z.number().int().nonnegative(),
  printedAtStart: z.number().int().nonnegative(),
})
export type StartRecord = z.infer<typeof startRecordSchema>

/** Facts about a server that need no start and no request. */
export const serverExaminationSchema = z.object({
  platform: z.string(),
  /** The home folder of the person, which no report names. */
  home: z.string(),
  /** Where its programs are now; null for an address. */
  launch: z
    .object({
      path: z.string().nullable(),
      lookedIn: z.array(z.string()),
      programs: z.array(z.object({ command: z.string(), path: z.string() })),
      runtime: foundRuntimeSchema.optional(),
    })
    .nullable(),
  /** Null when it was not started since the app began. */
  start: startRecordSchema.nullable(),
})
export type ServerExamination = z.infer<typeof serverExaminationSchema>

export type DoctorStepName =
  | 'command'
  | 'runtime'
  | 'install'
  | 'process'
  | 'output'
  | 'address'
  | 'tls'
  | 'discovery'
  | 'registration'
  | 'token'
  | 'handshake'
  | 'lists'

/** A change that a person can choose; each opens what reviews it, or starts the server. */
export type Mend =
  /** `value` absent: a secret that the person types. */
  | { kind: 'set-variable'; name: string; value?: string }
  | {
      kind: 'edit'
      field: 'command' | 'args' | 'cwd' | 'url' | 'headers' | 'client' | 'network'
      option?: string
    }
  | { kind: 'start' }
  | { kind: 'start-limit' }
  | { kind: 'sign-in' }
  /** Fetches what is installed for it again. */
  | { kind: 'install' }

/** One fact that a step shows, for the words of the window; `values` fill them. */
export interface Evidence {
  id:
    | 'command-line'
    | 'found'
    | 'not-found'
    | 'not-executable'
    | 'folder-missing'
    | 'version'
    | 'may-download'
    | 'no-download'
    | 'ended'
    | 'ended-by'
    | 'started'
    | 'running'
    | 'printed'
    | 'printed-nothing'
    | 'no-answer'
    | 'answered'
    | 'listed'
    | 'listed-before'
    | 'url'
    | 'network-code'
    | 'status'
    | 'sign-in-needed'
    | 'none'
  values?: Record<string, string | number>
}

export interface DoctorStep {
  name: DoctorStepName
  /** `unknown`: nothing is known of it, as it was not tried. */
  state: 'passed' | 'failed' | 'not-reached' | 'unknown'
  evidence: Evidence
  /** Milliseconds that it took. */
  tookMs?: number
}
