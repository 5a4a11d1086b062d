/** Ends a command with a sentence for the person instead of a stack. */
export class CommandError extends Error {
  /**
   * @param {string} message what is missing and the command that fixes it
   * @param {number} [exitCode]
   */
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/**
 * Runs a main function: its number becomes the exit code, a CommandError its sentence.
 * @param {() => Promise<number>} main
 */
export async function exitWith(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    console.error(`\n${error.message}`)
    process.exitCode = error.exitCode
  }
}
