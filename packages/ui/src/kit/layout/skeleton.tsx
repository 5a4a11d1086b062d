import { classNames } from '../class-names.ts'

export interface SkeletonProps {
  /** Number of text lines to stand for. */
  lines?: number | undefined
  className?: string | undefined
}

const widths = ['w-full', 'w-5/6', 'w-2/3', 'w-11/12'] as const

/** A stand-in while something loads. The region it fills should carry aria-busy. */
export function Skeleton({ lines = 1, className }: SkeletonProps) {
  return (
    <div aria-hidden className={classNames('flex flex-col gap-2', className)}>
      {Array.from({ length: lines }, (_, index) => (
        <div
          key={index}
          className={classNames(
            'motion-pulse h-3 rounded-sm bg-active',
            widths[index % widths.length],
          )}
        />
      ))}
    </div>
  )
}
