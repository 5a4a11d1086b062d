/** Ends a script with a sentence for the person instead of a stack. */
export class StopHere extends Error {
  /**
   * @param {string} message what is missing and the command that mends it
   * @param {number} [exitCode]
   */
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/**
 * Runs a script's main function; a StopHere becomes its sentence and exit code.
 * @param {() => Promise<number>} main resolves to the exit code
 */
export async function runScript(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    if (!(error instanceof StopHere)) throw error
    console.error(`\n${error.message}`)
    process.exitCode = error.exitCode
  }
}
