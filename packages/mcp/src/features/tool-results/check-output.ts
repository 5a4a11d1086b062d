import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker'
import { omitAllNulls, type JsonObject, type JsonValue, type ToolResult } from '@gatehouse/domain'
import { createSchemaStringConstraints } from '@gatehouse/domain/text'
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
 * Schema"). The call ran, so a result that does not match is kept, and a note before it says so to the
 * person and to the model. A schema that cannot be used is only noted in the log.
 */
export function checkOutput(result: ToolResult, check: OutputCheck): ToolResult {
  if (result.isError) return result
  const { toolName } = check
  if (result.structuredContent === undefined)
    // A null in the result cannot be told from an absent member any more; the schema may allow it.
    return validate(null, check) === undefined
      ? result
      : noted(result, `"${toolName}" sent no structured content, though it promises it.`)
  const problem = validate(result.structuredContent, check)
  if (problem === undefined) return result
  // An optional member that is null counts as absent; one that is required is missed then, too.
  const withoutNulls = omitAllNulls(result.structuredContent) as JsonValue
  if (withoutNulls !== result.structuredContent && validate(withoutNulls, check) === undefined)
    return result
  return noted(
    result,
    `The structured content of this result does not match the output schema of "${toolName}": ${problem}`,
  )
}

function noted(result: ToolResult, words: string): ToolResult {
  return { ...result, content: [{ type: 'text', text: `[${words}]` }, ...result.content] }
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

/** The output schema, without patterns that might block main: the server wrote both them and the texts. */
function schemaFor(value: JsonValue, { outputSchema, toolName, context }: OutputCheck): JsonObject {
  const rules = createSchemaStringConstraints(outputSchema)
  if (rules.areCheapFor(value)) return outputSchema
  context.log.write(
    'warning',
    `Texts in the result of "${toolName}" are not checked against the patterns and formats of its output schema: that could take too long.`,
  )
  return rules.without
}
