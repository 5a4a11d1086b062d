/** Why a server does not start: what it printed, known causes, and what may mend them. */
export { diagnose, type Diagnosis } from '../doctor/diagnose.ts'
export {
  OUTPUT_LINES,
  serverExaminationSchema,
  type DoctorStep,
  type Evidence,
  type Mend,
  type ServerExamination,
  type StartRecord,
} from '../doctor/report.ts'
export { readOutput, type OutputLine } from '../doctor/read-output.ts'
export { redactReport } from '../doctor/redact-report.ts'
