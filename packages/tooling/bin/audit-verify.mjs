import '../src/core/check-node.mjs'
import { runCommand } from '../src/core/run-command.mjs'

await runCommand('audit-log/command.ts')
