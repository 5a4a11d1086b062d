/** The look shared by everything one types or picks in. */
export const controlBox =
  'w-full rounded-md border border-line-strong bg-card text-body text-fg transition-colors duration-100 ' +
  'hover:border-control-line/70 ' +
  'focus-visible:border-accent focus-visible:shadow-[0_0_0_3px_var(--accent-soft)] focus-visible:outline-none ' +
  'aria-invalid:border-danger aria-invalid:focus-visible:shadow-[0_0_0_3px_var(--danger-soft)] ' +
  'disabled:bg-sunken disabled:text-fg-3 data-disabled:bg-sunken data-disabled:text-fg-3'

// Only for inputs: every element that cannot be typed in matches :read-only.
export const typedBox = `${controlBox} read-only:bg-sunken`

export const popupBox = 'motion-popup rounded-xl border border-line bg-card shadow-2 outline-none'

export const popupItem =
  'flex min-h-control items-center gap-2 rounded-md px-2 py-1 text-body outline-none select-none ' +
  'data-highlighted:bg-hover data-disabled:opacity-50'
