import '../src/bootstrap/check-node.mjs'
import { runCommand } from '../src/bootstrap/run-command.mjs'

await runCommand('sdk-workaround-mutations/command.ts')
