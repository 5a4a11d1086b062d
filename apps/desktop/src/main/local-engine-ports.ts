import { localEngineSchema, type LocalEngine } from '@gatehouse/domain'

/**
 * Reads `ollama=11500,vllm=8001`: other ports of 127.0.0.1 at which local model servers are looked for.
 * Parts that are not an engine and a port are ignored.
 */
export function readLocalEnginePorts(
  text: string | undefined,
): Partial<Record<LocalEngine, number>> {
  const ports: Partial<Record<LocalEngine, number>> = {}
  for (const part of text?.split(',') ?? []) {
    const [name, value] = part.split('=')
    const engine = localEngineSchema.options.find((candidate) => candidate === name?.trim())
    const port = Number(value)
    if (engine && Number.isInteger(port) && port > 0 && port < 65_536) ports[engine] = port
  }
  return ports
}
