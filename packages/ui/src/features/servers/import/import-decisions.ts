import type { ImportedServer, ImportedValue } from '@gatehouse/domain/launch'
import { useState } from 'react'
import { isPackage, useInstallable } from '../install/use-installable.ts'

/** The person's decisions about one server of an import. */
export interface ServerChoice {
  chosen: boolean
  name: string
  /** Variables or headers that go into the keychain. */
  secrets: ReadonlySet<string>
  /** Variables of the person's own environment that it is given. */
  hostVariables: ReadonlySet<string>
  /** Its package is installed first. */
  install: boolean
}

export interface ImportDecisions {
  choiceOf: (server: ImportedServer) => ServerChoice
  choose: (
    servers: readonly ImportedServer[],
    change: Partial<Pick<ServerChoice, 'chosen' | 'name' | 'install'>>,
  ) => void
  /** Sets whether a variable or header goes into the keychain. */
  keep: (server: ImportedServer, name: string, secret: boolean) => void
  /** Sets whether a server gets a variable of the person's own environment. */
  give: (server: ImportedServer, name: string, allowed: boolean) => void
  answers: ReadonlyMap<string, string>
  answer: (inputId: string, value: string) => void
  /** Something was decided or typed. */
  decided: boolean
}

/** The environment of a command, the headers of a URL. */
export function valuesOf({ launch }: ImportedServer): ImportedValue[] {
  if (!launch) return []
  return launch.kind === 'http' ? launch.headers : launch.env
}

/** Only what was changed, so that values which come later are still suggested for the keychain. */
interface Change {
  chosen?: boolean | undefined
  name?: string | undefined
  install?: boolean | undefined
  kept: ReadonlyMap<string, boolean>
  given: ReadonlySet<string>
}

const unchanged: Change = { kept: new Map(), given: new Set() }

/** Kept by the ids of servers and inputs, so that reading one more file loses nothing. */
export function useImportDecisions(): ImportDecisions {
  const installable = useInstallable()
  const [choices, setChoices] = useState<ReadonlyMap<string, Change>>(new Map())
  const [answers, setAnswers] = useState<ReadonlyMap<string, string>>(new Map())
  const changeOf = ({ id }: ImportedServer): Change => choices.get(id) ?? unchanged
  return {
    choiceOf(server) {
      const {
        chosen = server.suggested,
        name = server.name,
        kept,
        given,
        install = true,
      } = changeOf(server)
      const secrets = valuesOf(server).filter((value) => kept.get(value.name) ?? value.secret)
      return {
        chosen,
        name,
        secrets: new Set(secrets.map((value) => value.name)),
        hostVariables: given,
        install: install && server.launch !== null && isPackage(installable(server.launch)),
      }
    },
    choose(servers, change) {
      const next = new Map(choices)
      for (const server of servers) next.set(server.id, { ...changeOf(server), ...change })
      setChoices(next)
    },
    keep(server, name, secret) {
      const change = changeOf(server)
      const kept = new Map(change.kept).set(name, secret)
      setChoices(new Map(choices).set(server.id, { ...change, kept }))
    },
    give(server, name, allowed) {
      const change = changeOf(server)
      const given = new Set(change.given)
      if (allowed) given.add(name)
      else given.delete(name)
      setChoices(new Map(choices).set(server.id, { ...change, given }))
    },
    answers,
    answer: (inputId, value) => setAnswers(new Map(answers).set(inputId, value)),
    decided: choices.size > 0 || answers.size > 0,
  }
}
