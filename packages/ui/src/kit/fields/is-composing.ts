interface ComposingKey {
  isComposing: boolean
  keyCode: number
}

/** True while an input method works on a key press: its Enter, Escape and arrows choose among its candidates. */
export function isComposing(event: ComposingKey | { nativeEvent: ComposingKey }): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event
  // 229: the press that ends the composition, where it is no longer marked as one.
  return key.isComposing || key.keyCode === 229
}
