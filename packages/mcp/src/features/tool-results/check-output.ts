import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker'
import {
  createTextRules,
  GatehouseError,
  type JsonObject,
  type JsonValue,
  type ToolResult,
} from '@gatehouse/domain'
import type { ConnectionContext } from '../../requests/connection-context.ts'

/** Milliseconds that one check may take: nothing else runs meanwhile. */
const MAX_CHECK_MS = 80

export interface OutputCheck {
  serverName: string
  toolName: string
  outputSchema: JsonObject
  context: Pick<ConnectionContext, 'log' | 'timeLimiter'>
}

/**
 * Checks structured content against the tool's output schema (MCP 2025-11-25, server/tools, "Output
 * Schema"). Throws `call/protocol` when it does not match; a schema that cannot be used is only noted.
 */
export function checkOutput(result: ToolResult, check: OutputCheck): void {
  if (result.isError) return
  const { serverName, toolName } = check
  if (result.structuredContent === undefined)
    throw mismatch(
      `${serverName} sent no structured content for "${toolName}", though the tool promises it. The result was not used.`,
      'absent',
    )
  const problem = validate(result.structuredContent, check)
  if (problem !== undefined)
    throw mismatch(
      `The structured content of "${toolName}" from ${serverName} does not match the tool's output schema: ${problem}. The result was not used.`,
      problem,
    )
}

function validate(value: JsonValue, check: OutputCheck): string | undefined {
  try {
    const schema = schemaFor(value, check)
    const outcome = check.context.timeLimiter.run(MAX_CHECK_MS, () =>
      new CfWorkerJsonSchemaValidator().getValidator(schema)(value),
    )
    return outcome.valid ? undefined : outcome.errorMessage.slice(0, 300)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    check.context.log.write(
      'warning',
      `The output schema of "${check.toolName}" cannot be used, so its results are not checked: ${reason.slice(0, 200)}`,
    )
    return undefined
  }
}

/** Without the expressions, when these might hold main up: the server wrote both them and the texts. */
function schemaFor(value: JsonValue, { outputSchema, toolName, context }: OutputCheck): JsonObject {
  const rules = createTextRules(outputSchema)
  if (rules.areCheapFor(value)) return outputSchema
  context.log.write(
    'warning',
    `Texts in the result of "${toolName}" are not checked against the patterns and formats of its output schema: that could take too long.`,
  )
  return rules.without
}

function mismatch(message: string, detail: string): GatehouseError {
  return new GatehouseError('call/protocol', message, { data: { detail } })
}
