import { join } from 'node:path'

/** Where tests leave what is looked at afterwards; each of two runs at once is given its own. */
export const output = process.env['GATEHOUSE_TEST_OUTPUT'] ?? join(import.meta.dirname, '..', 'out')

/** Folder of the pictures that tests take. */
export const pictures =
  process.env['GATEHOUSE_TEST_PICTURES'] ?? join(import.meta.dirname, '..', 'screenshots')
