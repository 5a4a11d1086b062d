/** Who attacks: what a hostile one of these tries to do. */
export type Attacker =
  | 'server'
  | 'model'
  | 'configuration'
  | 'file'
  | 'page'
  | 'program'
  | 'command line'

/** One attack on the host, what stops it, and the test that would fail if nothing did. */
export interface Threat {
  /** `area.name`, unique. */
  id: string
  attacker: Attacker
  /** The attack, in one sentence. */
  tries: string
  /** The defence, in one sentence. */
  stoppedBy: string
  /** Every test that proves it: path of the file below the repository, and the test's whole title. */
  tests: { file: string; title: string }[]
  /** Reason for which it is not stopped, or not wholly; such a threat may have no test. */
  remains?: string
}
