/** What is looked at of an Electron `input-event`. Page script cannot make one. */
export interface InputEventInfo {
  type: string
  modifiers?: string[] | undefined
}

/** A key or button that a person pressed: milliseconds of a clock that only goes forward. */
export interface UserActivation {
  downAt: number
  /** When it last changed: pressed, or released. */
  at: number
}

export interface Presses {
  note(input: InputEventInfo): void
  /** The latest; undefined before the first. */
  latest(): UserActivation | undefined
}

const DOWN = new Set(['mouseDown', 'rawKeyDown', 'keyDown', 'touchStart', 'gestureTapDown'])
const UP = new Set(['mouseUp', 'keyUp', 'char', 'touchEnd', 'gestureTap'])

/** Remembers when a person last pressed something in a window. A key that repeats is one press. */
export function watchPresses(now: () => number): Presses {
  let press: UserActivation | undefined
  return {
    note({ type, modifiers = [] }) {
      if (modifiers.some((one) => one.toLowerCase() === 'isautorepeat')) return
      const at = now()
      if (DOWN.has(type)) press = { downAt: at, at }
      else if (press && UP.has(type)) press.at = at
    },
    latest: () => press,
  }
}
