/** The part of an Electron `input-event` that is read. Page script cannot make one. */
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
  /** Remembers that a person dropped files. */
  noteDrop(): void
  /** Takes the latest drop. False where there is none, or something took it before. */
  takeDrop(): boolean
}

const DOWN = new Set(['mouseDown', 'rawKeyDown', 'keyDown', 'touchStart', 'gestureTapDown'])
const UP = new Set(['mouseUp', 'keyUp', 'char', 'touchEnd', 'gestureTap'])

/** Remembers when a person last pressed something in a window. A key that repeats is one press, and so is a tap. */
export function watchPresses(now: () => number): Presses {
  let press: UserActivation | undefined
  /** The latest press is a touch that was not reported as a tap yet. */
  let isTouch = false
  let isDropped = false
  return {
    note({ type, modifiers = [] }) {
      if (modifiers.some((one) => one.toLowerCase() === 'isautorepeat')) return
      const at = now()
      // A finger is reported as a touch, and again as the tap that it is taken for.
      const isSameTouch = type === 'gestureTapDown' && isTouch
      if (DOWN.has(type)) isTouch = type === 'touchStart'
      if (DOWN.has(type) && !isSameTouch) press = { downAt: at, at }
      else if (press && (isSameTouch || UP.has(type))) press.at = at
    },
    latest: () => press,
    noteDrop: () => void (isDropped = true),
    takeDrop() {
      const isTaken = isDropped
      isDropped = false
      return isTaken
    },
  }
}
