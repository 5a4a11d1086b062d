import '../src/core/check-node.mjs'
import { runCommand } from '../src/core/run-command.mjs'

await runCommand('stages/command.ts')
