/** Diagnosis of servers that do not start: their output, known causes, and mends. */
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
export { readOutput, variablesOfCall, type OutputLine } from '../doctor/read-output.ts'
export { redactReport } from '../doctor/redact-report.ts'
