/**
 * Number of retries of a failed test. Only a run that says so (CI=true) does it: on a shared machine one moment
 * without a processor should not hide what the other four thousand tests say.
 */
export const retries = process.env['CI'] === 'true' ? 1 : 0
