import { classNames } from '../class-names.ts'

/** The gate in its shield, in text colour on the background's opposite. */
export function Logo({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'flex size-[1.875rem] items-center justify-center rounded-lg bg-fg text-bg',
        className,
      )}
    >
      <svg
        viewBox="0 0 16 16"
        className="size-4"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinejoin="round"
      >
        <path d="M8 1.6 13.2 3.3v4.5c0 3.1-2.2 5.4-5.2 6.6-3-1.2-5.2-3.5-5.2-6.6V3.3L8 1.6Z" />
        <path d="M8 1.6v12.8" />
      </svg>
    </span>
  )
}
