import type { DraftValue } from '@gatehouse/domain'
import type { FoundProgram } from '@gatehouse/domain/launch'
import { useT } from '../lib/words/i18n.ts'
import { valueBox, ExactValue } from './exact-value.tsx'
import { LaunchArguments } from './launch-values.tsx'

interface InnerProgramProps {
  program: FoundProgram
  /** Variables of the launch. */
  given: readonly DraftValue[]
}

/** The program that a command like `env` or `sh -c` starts: its file, arguments, folder, and what differs in its variables. */
export function InnerProgram({ program, given }: InnerProgramProps) {
  const t = useT('servers')
  const { path, args, cwd, env, isEnvironmentCleared = false } = program
  const before = new Map(given.map(({ name, value }) => [name, value]))
  const set = Object.entries(env).filter(([name, value]) => before.get(name) !== value)
  const removed = given.filter(({ name, secret }) => !secret && !Object.hasOwn(env, name))
  return (
    <div className="flex flex-col gap-1">
      <div className={valueBox}>
        <ExactValue text={path} />
      </div>
      {args.length > 0 && <LaunchArguments args={args} />}
      <p className="text-small text-fg-3">
        {t('review.innerFolder')} <ExactValue text={cwd} />
      </p>
      {set.map(([name, value]) => (
        <p key={name} className="text-small text-fg-3">
          {t('review.innerSets')} <ExactValue text={`${name}=${value}`} />
        </p>
      ))}
      {isEnvironmentCleared ? (
        <p className="text-small text-fg-3">{t('review.innerCleared')}</p>
      ) : (
        removed.map(({ name }) => (
          <p key={name} className="text-small text-fg-3">
            {t('review.innerRemoves')} <ExactValue text={name} />
          </p>
        ))
      )}
    </div>
  )
}
