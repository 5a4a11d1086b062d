import '../src/bootstrap/check-node.mjs'
import { runCommand } from '../src/bootstrap/run-command.mjs'

await runCommand('malicious-packages/command.ts')
