import { NEVER_ABORTED } from '@gatehouse/base'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  valueOfJson,
  isGatehouseError,
  jsonObjectSchema,
  type JsonObject,
  type Tool,
} from '@gatehouse/domain'
import type { Connection, ConnectionListener } from '@gatehouse/host/ports'
import { z } from 'zod'
import { createConnectionFactory } from '../../src/connection-factory.ts'
import { quietListener } from '../testing/quiet-listener.ts'
import {
  createSuiteAuthorizations,
  givenClientOf,
  serverReceiver,
  willingPerson,
} from './sign-in.ts'
import { sampleArguments, sampleContent } from './sample-arguments.ts'

/** The context that the conformance suite gives to some scenarios, in `MCP_CONFORMANCE_CONTEXT`. */
const contextSchema = z.looseObject({
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  private_key_pem: z.string().optional(),
  valid_jwt: z.string().optional(),
  idp_client_id: z.string().optional(),
  idp_id_token: z.string().optional(),
  idp_issuer: z.string().optional(),
  issuer: z.string().optional(),
  toolCalls: z.array(z.object({ name: z.string(), arguments: jsonObjectSchema })).optional(),
})
/** The tool that wants back the schema of the other one, to see that nothing was lost. */
const ECHO_TOOL = 'json_schema_echo'
const TIMEOUT_MS = 20_000
const SCENARIO = process.env['MCP_CONFORMANCE_SCENARIO'] ?? ''

const ignored = () => undefined
const reporting: ConnectionListener = {
  ...quietListener,
  onLog: (line) =>
    process.stderr.write(`${line.level}: ${line.text}
`),
  onDown: (failure) =>
    process.stderr.write(`down: ${failure.message}
`),
}

/**
 * The client that the conformance suite runs, bundled by itself: `client.cjs URL` opens a connection
 * as the app does, reads every list and uses everything in them. Exits with 1 if anything failed.
 */
async function run(): Promise<void> {
  const signal = NEVER_ABORTED
  const url = process.argv.at(-1) ?? ''
  const client = await givenClientOf(url, SCENARIO, suiteContext())
  const authorization = createSuiteAuthorizations().open({
    id: 'suite',
    name: 'The suite',
    url,
    receiver: serverReceiver(url),
    client,
    prompt: willingPerson,
    onSecrets: ignored,
  })
  const factory = createConnectionFactory({
    clientInfo: { name: 'gatehouse', version: '0.0.0', title: 'Gatehouse' },
    ledgerFile: join(tmpdir(), `gatehouse-conformance-${process.pid}.json`),
  })
  const connection = await factory.open(
    {
      serverId: 'suite',
      serverName: 'The suite',
      transport: { kind: 'http', url, headers: {} },
      protocol: 'auto',
      authorization,
      requestTimeoutMs: TIMEOUT_MS,
      startTimeoutMs: TIMEOUT_MS,
      listener: reporting,
      clientFeatures: {
        elicitation: { form: true, url: true },
        sampling: { tools: true, context: true },
        roots: true,
        apps: false,
      },
      onRequest: {
        // Defaults are not filled in here: they must arrive all the same.
        elicit: (request) =>
          Promise.resolve({
            action: 'accept',
            content: request.mode === 'form' ? sampleContent(request.requestedSchema) : {},
          }),
        sample: () =>
          Promise.resolve({
            model: 'none',
            content: [{ type: 'text', text: 'sample' }],
            stopReason: 'endTurn',
          }),
        listRoots: () => Promise.resolve([]),
      },
    },
    signal,
  )
  try {
    await useEverything(connection, signal)
  } finally {
    await connection.close()
  }
}

async function useEverything(connection: Connection, signal: AbortSignal): Promise<void> {
  const { capabilities } = connection.info
  const tools = await connection.listTools(signal)
  for (const [tool, given] of callsFor(tools))
    await connection
      .callTool({ tool, arguments: given, onProgress: ignored }, signal)
      .catch(passOverRefusal)
  if (capabilities['resources'] !== undefined)
    for (const { uri } of await connection.listResources(signal))
      await connection.readResource(uri, signal)
  if (capabilities['prompts'] !== undefined)
    for (const { name, arguments: wanted = [] } of await connection.listPrompts(signal)) {
      const given = Object.fromEntries(wanted.map((argument) => [argument.name, 'sample']))
      await connection.getPrompt({ name, arguments: given }, signal)
    }
  const skills = await connection.listSkills(signal)
  // Here nobody asks for a skill, so none may be read.
  if (SCENARIO === 'sep-2640-client-no-prefetch') return
  for (const { uri } of skills) {
    const { files } = await connection.readSkill({ uri }, signal)
    for (const file of files) await connection.readSkill({ uri, file: file.uri }, signal)
  }
}

/** Some scenarios only serve the list: a tool that responds with an error is not a fault of the client. */
function passOverRefusal(error: unknown): void {
  if (!isGatehouseError(error) || error.code !== 'call/protocol') throw error
  process.stderr.write(`${error.message}\n`)
}

function suiteContext(): z.infer<typeof contextSchema> {
  return contextSchema.parse(valueOfJson(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}'))
}

/** The calls that the scenario names, else one of every tool. */
function callsFor(tools: Tool[]): [Tool, JsonObject][] {
  const { toolCalls } = suiteContext()
  if (toolCalls === undefined) return tools.map((tool) => [tool, argumentsFor(tool, tools)])
  return toolCalls.flatMap((call): [Tool, JsonObject][] => {
    const tool = tools.find((candidate) => candidate.name === call.name)
    return tool === undefined ? [] : [[tool, call.arguments]]
  })
}

function argumentsFor(tool: Tool, tools: Tool[]): JsonObject {
  const other = tools.find((candidate) => candidate.name !== ECHO_TOOL)
  if (tool.name === ECHO_TOOL && other !== undefined) return { schema: other.inputSchema }
  return sampleArguments(tool)
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
