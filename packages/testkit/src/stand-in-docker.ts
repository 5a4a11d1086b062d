import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('../bin/stand-in-docker.mjs', import.meta.url))

/** An image in the registry of the stand-in. */
export interface StandInImage {
  digest: string
  /** Twelve digits in hex each. */
  layers: string[]
  /** Absolute path of the script that it runs. */
  program: string
  labels?: Record<string, string>
  /** Digest that the registry names instead. */
  claimed?: string
}

/** A program `docker` and what it has. */
export interface StandInDocker {
  /** Puts images into its registry, by `name:tag`. */
  publish(images: Readonly<Record<string, StandInImage>>): void
  /** Removes all that was pulled. */
  removeImages(): void
  /** Takes its registry away, or its service. */
  fault(name: 'offline' | 'stopped'): void
}

/** Makes a program `docker` in `folder`, which takes the command lines of Docker that the app uses. */
export function standInDocker(folder: string): StandInDocker {
  const state = join(folder, 'docker-state')
  mkdirSync(state, { recursive: true })
  const file = join(folder, 'docker')
  writeFileSync(
    file,
    `#!/bin/sh\nSTAND_IN_DOCKER='${state}' exec '${process.execPath}' '${SCRIPT}' "$@"\n`,
  )
  chmodSync(file, 0o755)
  return {
    publish: (images) => writeFileSync(join(state, 'registry.json'), JSON.stringify(images)),
    removeImages: () => writeFileSync(join(state, 'pulled.json'), '{}'),
    fault: (name) => writeFileSync(join(state, name), ''),
  }
}
